package io.poolbench.lab;

import com.google.gson.JsonObject;
import io.poolbench.api.ContractJson;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.OwnedFolder;
import io.poolbench.core.Release;
import io.poolbench.journal.CellEnvironment.ProviderHost;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.HostService.Facts;
import io.poolbench.study.ConfigException;
import io.poolbench.study.ProviderSettings.Jvm;
import io.poolbench.study.ShellWord;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A machine behind a command, with a host process that answers for it. */
public final class OtherMachine implements Machine {
  private static final int ROUND_TRIPS = 5;

  /** A busy machine takes a while to start a JVM. */
  private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

  /** The image of a Redis container may have to be downloaded. */
  private static final Duration REDIS_TIMEOUT = Duration.ofMinutes(5);

  private final CommandShell shell;
  private final Path home;
  private final Build build;
  private final OwnedFolder temporary;
  private final Path log;
  private final HostService service =
      (HostService)
          Proxy.newProxyInstance(
              HostService.class.getClassLoader(),
              new Class<?>[] {HostService.class},
              (self, method, arguments) -> ask(method, arguments));
  private volatile ProgramProcess process;
  private Facts facts;
  private double roundTripMillis;

  private OtherMachine(CommandShell shell, Path home, Build build, OwnedFolder temporary) {
    this.shell = shell;
    this.home = home;
    this.build = build;
    this.temporary = temporary;
    this.log = temporary.path().resolve("host.log");
  }

  /**
   * Starts the host process.
   *
   * @param command starts a process there with standard input and output
   * @param home the folder of the release there
   * @param driver whose build it must have
   * @throws ConfigException if it has another build
   */
  public static OtherMachine start(String command, Path home, ThisMachine driver)
      throws LabException, InterruptedException {
    try {
      OwnedFolder temporary = OwnedFolder.create("host");
      OtherMachine machine =
          new OtherMachine(new CommandShell(command), home, driver.build(), temporary);
      try {
        machine.start();
        return machine;
      } catch (LabException | InterruptedException | RuntimeException e) {
        machine.close();
        throw e;
      }
    } catch (IOException e) {
      throw new LabException(ViolationCode.LAB_FAILED, e.getMessage(), e);
    }
  }

  private void start() throws LabException, InterruptedException {
    process = new HostProgram(shell.command(), home).start(shell, log);
    Release there = process.ready().poolbench();
    if (!there.equals(build.release())) {
      throw ConfigException.of(
          "--provider-on " + shell.command(), build.refusal("" + home, build.release(), there));
    }
    facts = service.readFacts();
    long fastest = Long.MAX_VALUE;
    for (int trip = 0; trip < ROUND_TRIPS; trip++) {
      long sent = System.nanoTime();
      Facts unused = service.readFacts();
      fastest = Math.min(fastest, System.nanoTime() - sent);
    }
    roundTripMillis = fastest / 1e6;
  }

  @Override
  public synchronized void require() throws LabException, InterruptedException {
    if (!process.isAlive()) {
      process.close();
      try {
        start();
      } catch (ConfigException otherBuild) {
        // What was measured before is kept and reported.
        throw new LabException(
            ViolationCode.PROVIDER_HOST_LOST, otherBuild.getMessage(), otherBuild);
      }
    }
  }

  @Override
  public CommandShell shell() {
    return shell;
  }

  @Override
  public Path home() {
    return home;
  }

  @Override
  public Build build() {
    return build;
  }

  @Override
  public synchronized Facts facts() {
    return facts;
  }

  @Override
  public Optional<ProviderHost> other() {
    return Optional.of(new ProviderHost(shell.command(), facts().host(), roundTripMillis));
  }

  @Override
  public HostService ask() {
    return service;
  }

  private Object ask(Method method, Object[] arguments) throws LabException, InterruptedException {
    JsonObject answer = answer(method, arguments == null ? new Object[0] : arguments);
    if (answer.has("setting")) {
      throw new InvalidSettingException(
          answer.get("setting").getAsString(),
          answer.get("problem").getAsString() + " on its machine (" + shell.command() + ")");
    }
    if (answer.has("problem")) {
      throw new LabException(
          ViolationCode.of(answer.get("code").getAsString()).orElse(ViolationCode.LAB_FAILED),
          answer.get("problem").getAsString());
    }
    try {
      return method.getReturnType() == void.class
          ? null
          : ContractJson.value(answer.get("answer"), method.getGenericReturnType());
    } catch (IllegalArgumentException e) {
      throw new LabException(
          ViolationCode.PROVIDER_HOST_LOST,
          "%s: malformed answer to %s".formatted(shell.command(), method.getName()),
          e);
    }
  }

  private JsonObject answer(Method method, Object[] arguments)
      throws LabException, InterruptedException {
    ProgramProcess asked = process;
    boolean ofRedis = method.getReturnType() == RedisLink.class;
    try {
      return asked
          .ask(
              method.getName(),
              ContractJson.tree(arguments).toString(),
              ofRedis ? REDIS_TIMEOUT : ProgramProcess.ANSWER_TIMEOUT)
          .getAsJsonObject();
    } catch (LabException lost) {
      // Further requests then fail at once, and the next cell starts another process.
      asked.kill();
      throw new LabException(ViolationCode.PROVIDER_HOST_LOST, lost.getMessage());
    }
  }

  @Override
  public synchronized void close() {
    if (process != null) {
      process.close();
    }
    temporary.close();
  }

  /** The host process, which runs on the JVM that the machine's environment names. */
  private record HostProgram(String command, Path home) implements Program {
    private static final List<String> OPTIONS =
        List.of(
            BuiltProgram.EXIT_ON_OUT_OF_MEMORY,
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:+IgnoreUnrecognizedVMOptions",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dio.netty.leakDetection.level=disabled");

    ProgramProcess start(CommandShell shell, Path log) throws LabException, InterruptedException {
      try {
        return ProgramProcess.start(this, shell, script(), "{}", log, List.of(), () -> {});
      } catch (LabException e) {
        throw new LabException(e.code(), title() + ": " + reason(e));
      }
    }

    /** The last line of its output, which usually says why the command failed. */
    private static String reason(LabException failure) {
      List<String> lines =
          failure.logTail().stream()
              .filter(line -> !line.isBlank() && !line.matches("\\s+(?:at |\\.\\.\\. ).*"))
              // kubectl adds a line to the errors of the command in the pod.
              .filter(line -> !line.startsWith("command terminated with exit code "))
              .toList();
      return lines.isEmpty() ? failure.getMessage() : lines.get(lines.size() - 1).strip();
    }

    private String script() {
      String jar = ShellWord.quoted(home.resolve(Build.DRIVER).toString());
      String folder = ShellWord.quoted(home.toString());
      String classPath =
          home.resolve(Build.DRIVER) + ":" + home.resolve(Build.DRIVER).getParent() + "/lib/*";
      return ("j=\"${JAVA_HOME:+$JAVA_HOME/bin/}java\"; command -v \"$j\" >/dev/null"
              + " || { echo 'no java on the PATH, nor in JAVA_HOME' >&2; exit 127; };"
              + " [ -f %s ] || { echo 'no poolbench in '%s' (copy this release there, or name its"
              + " folder by --provider-home)' >&2; exit 127; };"
              + " cd %s && echo '%s' && exec \"$j\" %s -cp %s %s %s")
          .formatted(
              jar,
              folder,
              folder,
              CommandShell.REPLACED,
              String.join(" ", OPTIONS),
              ShellWord.quoted(classPath),
              HostMain.class.getName(),
              folder);
    }

    @Override
    public Duration startTimeout() {
      return START_TIMEOUT;
    }

    @Override
    public String title() {
      return "provider side " + command;
    }

    @Override
    public ViolationCode failure(ViolationCode ofProvider) {
      return ViolationCode.PROVIDER_HOST_LOST;
    }

    @Override
    public Path jar() {
      return Path.of(Build.DRIVER);
    }

    @Override
    public List<String> command(Machine machine, Jvm jvm) {
      throw new UnsupportedOperationException("it is started by a script");
    }
  }
}
