package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.report.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnexpectedFailureTest {
  @TempDir private Path folder;

  private UnexpectedFailure failure(Throwable thrown) {
    return UnexpectedFailure.of(thrown, folder);
  }

  @Test
  void aBugIsOneLineWithAFileThatHasItsStackTrace() throws IOException {
    UnexpectedFailure bug = failure(new IllegalStateException("two\nlines \u001b[2K"));

    assertThat(bug.code()).isEqualTo(ExitCode.BUG);
    List<Path> files;
    try (Stream<Path> written = Files.list(folder)) {
      files = written.toList();
    }
    assertThat(files).hasSize(1);
    assertThat(bug.line())
        .isEqualTo(
            "bug of poolbench: java.lang.IllegalStateException: two lines \\u001b[2K"
                + " (please report it with %s)",
            files.get(0));
    assertThat(Files.readString(files.get(0)))
        .startsWith("poolbench ")
        .contains("IllegalStateException", "UnexpectedFailureTest");
  }

  @Test
  void aSignalIsNoBug() {
    assertThat(failure(new InterruptedException()).code()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(failure(new IllegalStateException("Shutdown in progress")).code())
        .isEqualTo(ExitCode.INTERRUPTED);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aLongMessageIsCut() {
    assertThat(failure(new IllegalStateException("x".repeat(10_000))).line().length())
        .isLessThan(600);
  }

  @Test
  void aLimitOfTheHostIsNamedWhereverItIsInTheCauses() throws IOException {
    Throwable failure =
        new IllegalStateException(
            new UncheckedIOException(new SocketException("Too many open files")));

    assertThat(failure(failure).line()).startsWith("too few file descriptors: limit ");
    assertThat(failure(failure).code()).isEqualTo(ExitCode.LAB_FAILED);
    assertThat(failure(new OutOfMemoryError("unable to create native thread: ...")).line())
        .startsWith("too few processes: ");
    assertThat(failure(new UncheckedIOException(new IOException("No space left on device"))).line())
        .isEqualTo("disk full: No space left on device");
    assertThat(failure(new NoClassDefFoundError("io/netty/Channel")).line())
        .isEqualTo("incomplete build: class io/netty/Channel missing (build it again)");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aCauseThatIsItsOwnCauseEnds() {
    Exception first = new Exception("first");
    first.initCause(new Exception("second", first));

    assertThat(failure(first).code()).isEqualTo(ExitCode.BUG);
  }
}
