package io.poolbench.lab;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.poolbench.api.Ready;
import io.poolbench.core.ProviderRequest;
import io.poolbench.journal.ViolationCode;
import io.poolbench.spec.Secrets;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * A process of a {@link Program}. It ends when its standard input is closed, so it cannot outlive
 * this JVM. Thread-safe.
 */
final class ProgramProcess implements AutoCloseable {
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

  /** Long because 200 busy threads on one CPU leave little of it to the thread that answers. */
  static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

  private static final Duration ALIVE_CHECK = Duration.ofSeconds(1);

  private final Program program;
  private final Process process;
  private final Path log;
  private final WorkFolder work;
  private final List<String> command;
  private final OutputStream lifeline;
  private final ProviderOutput output;
  private final Ready ready;
  private final AtomicLong requests = new AtomicLong();

  private ProgramProcess(
      Program.Launch launch,
      Process process,
      Path log,
      WorkFolder work,
      List<String> command,
      ProviderOutput output,
      Ready ready) {
    this.program = launch.program();
    this.process = process;
    this.log = log;
    this.work = work;
    this.command = command;
    this.lifeline = process.getOutputStream();
    this.output = output;
    this.ready = ready;
  }

  /** Starts a program, pinned if the host supports it, and waits until it is ready. */
  static ProgramProcess start(Program.Launch launch, Pinning pinning, CpuList cpus, Path log)
      throws LabException, InterruptedException {
    Program program = launch.program();
    List<String> own = new ArrayList<>(program.command(launch.providers(), launch.jvm()));
    WorkFolder work = WorkFolder.of(program, log);
    work.temporaryOption().ifPresent(option -> own.add(1, option));
    List<String> scheduled = new ArrayList<>(launch.scheduling().launcher());
    scheduled.addAll(own);
    List<String> command = pinning.on(cpus, List.copyOf(scheduled));
    try {
      return start(launch, command, log, work);
    } catch (IOException e) {
      work.close();
      throw notStarted(program, e);
    } catch (LabException | InterruptedException | RuntimeException e) {
      work.close();
      throw e;
    }
  }

  private static ProgramProcess start(
      Program.Launch launch, List<String> command, Path log, WorkFolder work)
      throws IOException, LabException, InterruptedException {
    Process process = new ProcessBuilder(command).directory(work.path().toFile()).start();
    try {
      ProviderOutput output = ProviderOutput.of(process, new CappedLog(log));
      Ready ready = handOver(launch, process, log, output);
      return new ProgramProcess(launch, process, log, work, command, output, ready);
    } catch (IOException | LabException | InterruptedException | RuntimeException e) {
      end(process, STOP_TIMEOUT);
      throw e;
    }
  }

  private static LabException notStarted(Program program, IOException e) {
    return new LabException(
        program.failure(ViolationCode.PROVIDER_NOT_STARTED),
        program.title() + " start failed: " + e.getMessage(),
        e);
  }

  /**
   * The folders of a process.
   *
   * @param path where it works
   * @param own whether that was created for the process
   * @param temporary for its temporary files, and the option that names it; null = the JVM's
   */
  private record WorkFolder(Path path, boolean own, Path temporary, String option) {
    /** The program's own folder, or a new one beside the log, which only this user can open. */
    static WorkFolder of(Program program, Path log) throws LabException {
      try {
        Path temporary =
            program.temporaryFolderOption().isEmpty()
                ? null
                : Files.createTempDirectory("poolbench-target");
        String option = program.temporaryFolderOption().orElse(null);
        if (program.folder().isPresent()) {
          return new WorkFolder(program.folder().get(), false, temporary, option);
        }
        Path results = log.toAbsolutePath().getParent();
        return new WorkFolder(
            Files.createTempDirectory(results, log.getFileName() + ".files-"),
            true,
            temporary,
            option);
      } catch (IOException e) {
        throw notStarted(program, e);
      }
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
          Files.deleteIfExists(path);
        }
      } catch (IOException notEmpty) {
        // Its files belong to the results.
      }
      if (temporary != null) {
        deleteAll(temporary);
      }
    }

    private static void deleteAll(Path folder) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      } catch (IOException | UncheckedIOException e) {
        // A process that the program started may still write.
      }
    }
  }

  private static Ready handOver(
      Program.Launch launch, Process process, Path log, ProviderOutput output)
      throws LabException, InterruptedException {
    OutputStream lifeline = process.getOutputStream();
    try {
      write(lifeline, launch.config());
      return output.awaitReady(launch.program().startTimeout());
    } catch (IOException | ExecutionException e) {
      throw new StartFailure(launch.program(), output, log).ofEnded(process, STOP_TIMEOUT);
    } catch (TimeoutException e) {
      throw new StartFailure(launch.program(), output, log).ofSilent(lifeline, STOP_TIMEOUT);
    }
  }

  private static void write(OutputStream lifeline, String line) throws IOException {
    lifeline.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    lifeline.flush();
  }

  Ready ready() {
    return ready;
  }

  /** The command that started it, without secrets. */
  List<String> command() {
    return Secrets.written(command);
  }

  List<String> logTail() {
    if (!process.isAlive()) {
      output.awaitLogged();
    }
    return LogTail.of(log);
  }

  /** Sends a request, and returns its result; fails if the process does not carry it out. */
  JsonElement ask(String command, String argument) throws LabException, InterruptedException {
    CompletableFuture<JsonElement> answer = askLater(command, argument);
    long deadline = System.nanoTime() + ANSWER_TIMEOUT.toNanos();
    try {
      while (System.nanoTime() - deadline < 0 && process.isAlive()) {
        try {
          return answer.get(ALIVE_CHECK.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException pending) {
          check();
        }
      }
    } catch (ExecutionException e) {
      checkStays();
      throw unreachable("request %s failed: %s".formatted(command, e.getCause().getMessage()));
    } finally {
      answer.cancel(false);
    }
    check();
    throw unreachable(
        "request %s timed out after %d s".formatted(command, ANSWER_TIMEOUT.toSeconds()));
  }

  /** As {@link #ask}, without waiting, and without a timeout. */
  CompletableFuture<JsonElement> askLater(String command, String argument) {
    ProviderRequest request =
        new ProviderRequest(requests.incrementAndGet(), command, argument);
    CompletableFuture<JsonObject> answer = output.answer(request.id());
    try {
      synchronized (lifeline) {
        write(lifeline, request.toLine());
      }
    } catch (IOException e) {
      answer.completeExceptionally(e);
    }
    return answer.thenApply(ProgramProcess::result);
  }

  private static JsonElement result(JsonObject answer) {
    if (answer.has("problem")) {
      throw new IllegalArgumentException(answer.get("problem").getAsString());
    }
    return answer.get("result");
  }

  LabException unreachable(String problem) {
    return failure(ViolationCode.PROVIDER_UNREACHABLE, problem);
  }

  /**
   * @throws LabException if the process has ended, or has reported a failure
   */
  void check() throws LabException {
    if (output.broken().isPresent()) {
      throw output.broken().get().failure();
    }
    if (!process.isAlive()) {
      throw ended();
    }
  }

  /**
   * Checks that a process which has closed a connection still runs: a process that ends closes its
   * connections a moment before it counts as ended.
   */
  void checkStays() throws LabException, InterruptedException {
    if (process.waitFor(ALIVE_CHECK.toSeconds(), TimeUnit.SECONDS)) {
      throw ended();
    }
  }

  private LabException ended() {
    return failure(
        ViolationCode.PROVIDER_ENDED, program.title() + " ended: exit code " + process.exitValue());
  }

  private LabException failure(ViolationCode ofProvider, String problem) {
    return new LabException(program.failure(ofProvider), problem, logTail());
  }

  @Override
  public void close() {
    end(process, STOP_TIMEOUT);
    output.awaitLogged();
    work.close();
  }

  /** Closes standard input, which ends a process of the lab; kills it after a timeout. */
  static void end(Process process, Duration timeout) {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // The pipe is broken: it has ended already.
    }
    try {
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
