package io.poolbench.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnedFolderTest {
  @TempDir private Path parent;

  /** Owns a folder until it is killed. */
  static final class Owner {
    public static void main(String[] parent) throws IOException {
      OwnedFolder folder = OwnedFolder.create(Path.of(parent[0]), "test");
      Files.writeString(folder.path().resolve("content"), "");
      System.out.println(folder.path());
      int unused = System.in.read();
    }
  }

  private Process owner() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Owner.class.getName(),
            parent.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  @Test
  void onlyItsUserCanOpenAFolder() throws IOException {
    try (OwnedFolder folder = OwnedFolder.create(parent, "test")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.path())))
          .isEqualTo("rwx------");
    }
  }

  @Test
  void aClosedFolderIsGoneWithItsContent() throws IOException {
    OwnedFolder folder = OwnedFolder.create(parent, "test");
    Files.createDirectories(folder.path().resolve("inner"));
    Files.writeString(folder.path().resolve("inner").resolve("file"), "content");

    folder.close();

    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void theNextFolderRemovesThoseOfKilledProcessesOnly() throws Exception {
    Process living = owner();
    Process killed = owner();
    try (var ofLiving = living.inputReader();
        var ofKilled = killed.inputReader()) {
      Path used = Path.of(ofLiving.readLine());
      Path left = Path.of(ofKilled.readLine());
      killed.destroyForcibly().waitFor();

      try (OwnedFolder first = OwnedFolder.create(parent, "test");
          OwnedFolder second = OwnedFolder.create(parent, "test")) {
        assertThat(left).doesNotExist();
        assertThat(used.resolve("content")).exists();
        assertThat(first.path()).exists();
        assertThat(second.path()).exists();
      }
    } finally {
      living.getOutputStream().close();
      assertThat(living.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** A process that was killed between the folder and its lock. */
  @Test
  void anOldEmptyFolderWithoutALockIsRemoved() throws IOException {
    Path old = Files.createDirectory(parent.resolve("poolbench-0-test-1"));
    Files.setLastModifiedTime(old, FileTime.from(Instant.EPOCH));
    Path fresh = Files.createDirectory(parent.resolve("poolbench-0-test-2"));

    OwnedFolder.create(parent, "test").close();

    assertThat(old).doesNotExist();
    assertThat(fresh).exists();
  }

  @Test
  void aLinkOfAFoldersNameIsNotFollowed() throws IOException {
    Path other = Files.createDirectory(parent.resolve("other"));
    Files.writeString(other.resolve(".lock"), "");
    Path link = Files.createSymbolicLink(parent.resolve("poolbench-0-test-1"), other);

    OwnedFolder.create(parent, "test").close();

    assertThat(link).exists();
    assertThat(other.resolve(".lock")).exists();
  }

  @Test
  void aParentThatIsNoFolderIsNamed() {
    Path missing = parent.resolve("missing");

    assertThatThrownBy(() -> OwnedFolder.create(missing, "test"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("temporary folder " + missing + " not usable: ");
  }
}
