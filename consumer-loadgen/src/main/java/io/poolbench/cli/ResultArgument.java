package io.poolbench.cli;

import io.poolbench.compare.Operand;
import io.poolbench.result.StudyResult;
import io.poolbench.store.ResultFile;
import io.poolbench.store.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A result as it is named on the command line: a run's folder, or a result file, or one of its
 * cells, {@code DIR:CELL}.
 *
 * @param source the folder or file as it was typed
 * @param cell its name or number; null for all
 */
record ResultArgument(String source, String cell) {
  /**
   * Folders and cells may both have a colon in their names: the longest path that is there wins.
   */
  static ResultArgument parse(String typed) {
    if (Files.exists(Path.of(typed))) {
      return new ResultArgument(typed, null);
    }
    for (int colon = typed.lastIndexOf(':'); colon > 0; colon = typed.lastIndexOf(':', colon - 1)) {
      if (Files.exists(Path.of(typed.substring(0, colon)))) {
        return new ResultArgument(typed.substring(0, colon), typed.substring(colon + 1));
      }
    }
    return new ResultArgument(typed, null);
  }

  /**
   * Reads it.
   *
   * @param index its place among those compared, from 0
   */
  Operand read(int index) throws IOException {
    Path path = Path.of(source);
    ResultFile file =
        Files.isRegularFile(path) ? new ResultFile(path) : new ResultsFolder(path).result();
    StudyResult result = file.read();
    return Operand.of(index, source, result, cell);
  }
}
