package io.poolbench.journal;

import java.io.IOException;
import java.nio.file.Path;

/** A results file or folder cannot be used. The message is one line with path and problem. */
public final class RunFolderException extends IOException {
  private static final long serialVersionUID = 1L;

  public RunFolderException(Path file, String problem, Throwable cause) {
    super(file + ": " + problem, cause);
  }

  RunFolderException(Path file, String problem) {
    super(file + ": " + problem);
  }
}
