package io.poolbench.lab;

import io.poolbench.lab.MachineAnswer.Done;
import io.poolbench.lab.MachineRequest.DeleteFolder;
import io.poolbench.lab.MachineRequest.NewFolder;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The folders of a process on its machine.
 *
 * @param path where it works
 * @param own whether that was created for the process
 * @param temporary for its temporary files; null = those of its JVM
 * @param option of its JVM, which names that folder
 */
record WorkFolder(Machine machine, String path, boolean own, String temporary, String option) {
  /**
   * The program's own folder, or a new one, which only this user can open: beside the log, or on
   * another machine with its temporary files.
   */
  static WorkFolder of(Machine machine, Program program, Path log)
      throws LabException, InterruptedException {
    String option = program.temporaryFolderOption().orElse(null);
    String temporary = option == null ? null : machine.ask(new NewFolder("", "target")).text();
    if (program.folder().isPresent()) {
      return new WorkFolder(machine, program.folder().get().toString(), false, temporary, option);
    }
    String parent = machine.isOther() ? "" : log.toAbsolutePath().getParent().toString();
    String path = machine.ask(new NewFolder(parent, log.getFileName() + ".files-")).text();
    return new WorkFolder(machine, path, true, temporary, option);
  }

  Optional<String> temporaryOption() {
    return Optional.ofNullable(temporary).map(folder -> option + folder);
  }

  /**
   * Deletes the temporary files, and a working folder that was created, unless the process left
   * files in it, such as a crash report.
   */
  void close() {
    try {
      if (own) {
        Done unused = machine.ask(new DeleteFolder(path, false));
      }
      if (temporary != null) {
        Done unused = machine.ask(new DeleteFolder(temporary, true));
      }
    } catch (LabException e) {
      // A lost machine deletes its folders itself.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
