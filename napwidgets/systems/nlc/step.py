"""What the agenda of NLC is made of: the kernel's steps and decisions under NLC's name."""

from napwidgets.kernel.agenda import Choice, Step, subject_number

__all__ = ["Choice", "Step", "subject_number"]
