package io.poolbench.lab;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.poolbench.api.Ready;
import io.poolbench.core.DaemonThread;
import io.poolbench.core.ProviderRequest;
import io.poolbench.core.Release;
import io.poolbench.journal.ViolationCode;
import io.poolbench.study.Secrets;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A process of a {@link Program}. It ends when its standard input is closed, so it cannot outlive
 * this JVM. Thread-safe.
 */
final class ProgramProcess implements AutoCloseable {
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

  /** Long because 200 busy threads on one CPU leave little of it to the thread that answers. */
  static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

  private static final Duration ALIVE_CHECK = Duration.ofSeconds(1);

  /** An agent that hears nothing for a minute puts its program back. */
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(5);

  /** Longer than the kernel's attempts to connect (127 s, tcp(7)), and time for a password. */
  private static final Duration SHELL_TIMEOUT = Duration.ofSeconds(150);

  private final Program program;
  private final Process process;
  private final Path log;
  private final List<String> command;

  /** Run after its end, the last one first. */
  private final Deque<Runnable> released = new ArrayDeque<>();

  private final OutputStream lifeline;
  private final ProviderOutput output;
  private final Ready ready;
  private final AtomicLong requests = new AtomicLong();

  private ProgramProcess(
      Program program,
      Process process,
      Path log,
      List<String> command,
      Runnable released,
      ProviderOutput output,
      Ready ready) {
    this.program = program;
    this.process = process;
    this.log = log;
    this.command = List.copyOf(command);
    this.released.push(released);
    this.lifeline = process.getOutputStream();
    this.output = output;
    this.ready = ready;
  }

  /** Starts a program on a machine, pinned if it supports that, and waits until it is ready. */
  static ProgramProcess start(Program.Launch launch, Machine machine, CpuList cpus, Path log)
      throws LabException, InterruptedException {
    Program program = launch.program();
    List<String> own = new ArrayList<>(program.command(machine, launch.jvm()));
    WorkFolder work = WorkFolder.of(machine, program, log);
    own.addAll(1, work.options());
    List<String> command = new ArrayList<>();
    if (machine.has(Pinning.COMMAND)) {
      command.addAll(List.of(Pinning.COMMAND, "-c", cpus.toString()));
    }
    command.addAll(launch.scheduling().launcher());
    command.addAll(own);
    String script = CommandShell.replacedBy(work.path(), command);
    ProgramProcess process = null;
    try {
      process = start(program, machine.shell(), script, launch.config(), log, command, work::close);
      long pid = process.ready.pid();
      if (!program.runsAlready()) {
        machine.ask().guard(pid);
        process.released.push(() -> machine.cleanUp(host -> host.end(pid)));
      }
      process.requireRelease(machine);
      return process;
    } catch (LabException | InterruptedException | RuntimeException e) {
      if (process == null) {
        work.close();
      } else {
        process.close();
      }
      throw e;
    }
  }

  /** Another build may have been made since the run began, or the program attached to is older. */
  private void requireRelease(Machine machine) throws LabException {
    Release here = machine.build().release(program.jar());
    if (!ready.poolbench().equals(here)) {
      throw failure(
          ViolationCode.PROVIDER_NOT_STARTED,
          program.title() + ": " + machine.build().refusal("its process", here, ready.poolbench()));
    }
  }

  /**
   * Starts a program by a script, and waits until it is ready.
   *
   * @param config the line that it reads first
   * @param command that the script runs; empty if it is not reported
   * @param released run after the end of the process
   */
  static ProgramProcess start(
      Program program,
      CommandShell shell,
      String script,
      String config,
      Path log,
      List<String> command,
      Runnable released)
      throws LabException, InterruptedException {
    Process process;
    ProviderOutput output;
    try {
      // Before the process, which nothing would end if its log could not be opened.
      CappedLog opened = new CappedLog(log);
      process = start(shell, script, opened);
      output = new ProviderOutput(process, opened);
    } catch (IOException e) {
      throw new LabException(
          program.failure(ViolationCode.PROVIDER_NOT_STARTED),
          program.title() + " start failed: " + e.getMessage(),
          e);
    }
    try {
      Ready ready = handOver(program, process, config, log, output);
      ProgramProcess started =
          new ProgramProcess(program, process, log, command, released, output, ready);
      if (program.runsAlready()) {
        DaemonThread.start(started::giveSignsOfLife, "poolbench-sign-of-life");
      }
      return started;
    } catch (LabException | InterruptedException | RuntimeException e) {
      end(process, STOP_TIMEOUT);
      throw e;
    }
  }

  private static Process start(CommandShell shell, String script, CappedLog log)
      throws IOException {
    try {
      return shell.start(script);
    } catch (IOException e) {
      log.close();
      throw e;
    }
  }

  private static Ready handOver(
      Program program, Process process, String config, Path log, ProviderOutput output)
      throws LabException, InterruptedException {
    OutputStream lifeline = process.getOutputStream();
    StartFailure failure = new StartFailure(program, output, log);
    try {
      output.awaitShell(SHELL_TIMEOUT);
    } catch (ExecutionException e) {
      throw failure.ofEnded(process, STOP_TIMEOUT);
    } catch (TimeoutException e) {
      throw failure.ofNoShell(SHELL_TIMEOUT);
    }
    try {
      write(lifeline, config);
      return output.awaitReady(program.startTimeout());
    } catch (IOException | ExecutionException e) {
      throw failure.ofEnded(process, STOP_TIMEOUT);
    } catch (TimeoutException e) {
      throw failure.ofSilent(lifeline, STOP_TIMEOUT);
    }
  }

  private static void write(OutputStream lifeline, String line) throws IOException {
    lifeline.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    lifeline.flush();
  }

  private void giveSignsOfLife() {
    try {
      while (!process.waitFor(SIGN_OF_LIFE.toSeconds(), TimeUnit.SECONDS)) {
        synchronized (lifeline) {
          write(lifeline, "");
        }
      }
    } catch (IOException closed) {
      // It is told that it may end.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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
    return ask(command, argument, ANSWER_TIMEOUT);
  }

  /** As {@link #ask(String, String)}, with a time limit of its own. */
  JsonElement ask(String command, String argument, Duration limit)
      throws LabException, InterruptedException {
    CompletableFuture<JsonElement> answer = askLater(command, argument);
    long deadline = System.nanoTime() + limit.toNanos();
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
        "%s did not answer within %d s (request %s)"
            .formatted(program.title(), limit.toSeconds(), command));
  }

  private CompletableFuture<JsonElement> askLater(String command, String argument) {
    ProviderRequest request = new ProviderRequest(requests.incrementAndGet(), command, argument);
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
        ViolationCode.PROVIDER_ENDED, program.title() + " ended: " + ExitText.of(process));
  }

  private LabException failure(ViolationCode ofProvider, String problem) {
    return new LabException(program.failure(ofProvider), problem, logTail());
  }

  @Override
  public synchronized void close() {
    end(process, STOP_TIMEOUT);
    while (!released.isEmpty()) {
      released.pop().run();
    }
    output.awaitLogged();
  }

  void kill() {
    process.destroyForcibly();
  }

  boolean isAlive() {
    return process.isAlive();
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
