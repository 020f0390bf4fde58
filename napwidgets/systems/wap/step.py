"""What the agenda of WAP is made of: the kernel's steps and decisions under WAP's name."""

from napwidgets.kernel.agenda import Choice, Step, subject_number

__all__ = ["Choice", "Step", "subject_number"]
