package io.poolbench.cli;

import io.poolbench.report.ExitCode;
import io.poolbench.report.format.Text;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A failure that no command expects: one of the host, which has a name, or else a bug of poolbench.
 *
 * @param line for the user
 */
record UnexpectedFailure(String line, ExitCode code) {
  private static final int MAX_CAUSES = 20;
  private static final int MAX_LINE = 300;

  /**
   * Names a failure. For a bug it writes a file, to be attached to a report.
   *
   * @param folder receives the file; if it is not writable, the folder for temporary files does
   */
  static UnexpectedFailure of(Throwable failure, Path folder) {
    List<Throwable> causes =
        Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
            .limit(MAX_CAUSES)
            .toList();
    if (causes.stream().anyMatch(UnexpectedFailure::isOfTheEnd)) {
      return new UnexpectedFailure("interrupted", ExitCode.INTERRUPTED);
    }
    return causes.stream()
        .filter(cause -> !(cause instanceof UncheckedIOException))
        .map(UnexpectedFailure::ofHost)
        .flatMap(Optional::stream)
        .findFirst()
        .map(line -> new UnexpectedFailure(line, ExitCode.LAB_FAILED))
        .orElseGet(() -> bug(failure, folder));
  }

  /** Whether a signal ends the JVM, which then takes no more hooks. */
  private static boolean isOfTheEnd(Throwable cause) {
    return cause instanceof InterruptedException
        || (cause instanceof IllegalStateException
            && "Shutdown in progress".equals(cause.getMessage()));
  }

  /** The name of a failure of the host; empty for any other. */
  static Optional<String> ofHost(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    if (message.contains("Too many open files")) {
      return Optional.of(
          "too few file descriptors: %s (valid: 1024 or more, see ulimit -n)"
              .formatted(openFiles()));
    }
    if (message.contains("No space left on device")) {
      return Optional.of("disk full: " + message);
    }
    if (failure instanceof OutOfMemoryError && message.contains("native thread")) {
      return Optional.of("too few processes: no further thread (see ulimit -u, and pids.max)");
    }
    if (failure instanceof OutOfMemoryError) {
      return Optional.of(
          "out of memory: " + message + " (POOLBENCH_JAVA_OPTIONS=-Xmx1g gives more)");
    }
    if (failure instanceof UnsatisfiedLinkError) {
      return Optional.of("native library not loaded: " + message);
    }
    if (failure instanceof NoClassDefFoundError || failure instanceof ClassNotFoundException) {
      return Optional.of("incomplete build: class " + message + " missing (build it again)");
    }
    return Optional.empty();
  }

  /** The limit of open files, as the kernel states it. */
  private static String openFiles() {
    try (Stream<String> limits = Files.lines(Path.of("/proc/self/limits"))) {
      return limits
          .filter(line -> line.startsWith("Max open files"))
          .map(line -> "limit " + line.split(" +", -1)[3])
          .findFirst()
          .orElse("limit reached");
    } catch (IOException | RuntimeException e) {
      return "limit reached";
    }
  }

  private static UnexpectedFailure bug(Throwable failure, Path folder) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace, true));
    String report =
        "poolbench %s, Java %s, %s %s%n%n%s"
            .formatted(
                Poolbench.Version.text(),
                System.getProperty("java.vm.version"),
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                trace);
    String name =
        "poolbench-bug-"
            + DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT)
                .format(ZonedDateTime.now(ZoneOffset.UTC))
            + ".txt";
    String line = Text.line("bug of poolbench: " + failure);
    String cut = line.substring(0, Math.min(line.length(), MAX_LINE));
    return Stream.of(folder, Path.of(System.getProperty("java.io.tmpdir")))
        .map(place -> place.resolve(name))
        .filter(file -> isWritten(file, report))
        .findFirst()
        .map(
            file ->
                new UnexpectedFailure(cut + " (please report it with " + file + ")", ExitCode.BUG))
        .orElseGet(() -> new UnexpectedFailure(cut + " (no file could be written)", ExitCode.BUG));
  }

  private static boolean isWritten(Path file, String report) {
    try {
      // Not over another file, nor through a link that somebody else made.
      Files.writeString(file, report, StandardOpenOption.CREATE_NEW);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
