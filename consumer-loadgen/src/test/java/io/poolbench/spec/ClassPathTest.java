package io.poolbench.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathTest {
  @TempDir private Path folder;

  @Test
  void theJarsOfAFolderTakeItsPlace() throws IOException {
    Path second = Files.createFile(folder.resolve("b.jar"));
    Path first = Files.createFile(folder.resolve("a.jar"));
    Files.createFile(folder.resolve("a.txt"));
    String absent = folder.resolve("absent") + "/*";

    assertThat(ClassPath.files(List.of("classes", folder + "/*", absent, "c.jar")))
        .containsExactly(Path.of("classes"), first, second, Path.of(absent), Path.of("c.jar"));
  }
}
