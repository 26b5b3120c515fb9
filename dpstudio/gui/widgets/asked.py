"""What a page asks for: each shows a value and what is wrong with it, and says where the keyboard goes."""

from dpstudio.gui.widgets.chooser import Chooser
from dpstudio.gui.widgets.kit import Field, Problem
from dpstudio.gui.widgets.options import Options

Asked = Field | Options | Chooser | Problem
