class BreakdownError(Exception):
    """What went wrong: ``code`` is for programs, the text for people.

    The codes are ``invalid-json``, ``not-a-match``, ``invalid-options``, ``damaged-bundle``, ``needs-newer``,
    ``unknown-season``, ``too-large``, ``invalid-description``, ``out-of-memory``, ``no-module`` and ``crashed``.
    """

    code: str

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self):
        # So that an error of a worker process reaches the process that waits for it.
        return (type(self), (self.code, str(self)))
