package io.poolbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.lab.Pinning;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThisProviderLabTest {
  @Test
  void ofTheFoldersOnlyThoseOfEndedSidesAreDeleted(@TempDir Path folders) throws Exception {
    Path foreign = Files.createFile(folders.resolve("lost+found"));
    long parent = ProcessHandle.current().parent().orElseThrow().pid();
    Path running = Files.createDirectory(folders.resolve(Long.toString(parent)));
    Path ended = Files.createDirectory(folders.resolve("999999999999"));

    new ThisProviderLab(folders, Pinning.detect(), folders).close();

    assertThat(ended).doesNotExist();
    assertThat(foreign).exists();
    assertThat(running).exists();
  }
}
