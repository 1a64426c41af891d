package io.poolbench.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The folders of a process on its machine.
 *
 * @param path where it works
 * @param created those that were created for the process
 * @param options of its JVM, which name them
 */
record WorkFolder(Machine machine, String path, List<String> created, List<String> options) {
  /**
   * The program's own folder, or a new one, which only this user can open: beside the log, or on
   * another machine with its temporary files.
   */
  static WorkFolder of(Machine machine, Program program, Path log)
      throws LabException, InterruptedException {
    List<String> created = new ArrayList<>();
    List<String> options = new ArrayList<>();
    Optional<String> option = program.temporaryFolderOption();
    if (option.isPresent()) {
      created.add(machine.ask().newFolder("", "target"));
      options.add(option.get() + created.get(0));
    }
    if (program.folder().isPresent()) {
      return new WorkFolder(machine, program.folder().get().toString(), created, options);
    }
    String parent = machine.isOther() ? "" : log.toAbsolutePath().getParent().toString();
    String path = machine.ask().newFolder(parent, log.getFileName() + ".files-");
    created.add(path);
    return new WorkFolder(machine, path, created, options);
  }

  /**
   * Deletes the temporary files, and a working folder that was created, unless the process left
   * files in it, such as a crash report.
   */
  void close() {
    created.forEach(folder -> machine.cleanUp(host -> host.deleteFolder(folder)));
  }
}
