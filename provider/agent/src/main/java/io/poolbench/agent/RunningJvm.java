package io.poolbench.agent;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;

/**
 * A JVM that runs already, of this user and on this machine, into which the agent is loaded by the
 * JDK's attach API.
 */
final class RunningJvm {
  private static final int CONNECT_MILLIS = 10_000;
  private static final int HELLO_MILLIS = 1_000;
  private static final int MAX_CALLERS = 50;

  private final String pid;

  RunningJvm(String pid) {
    this.pid = pid;
  }

  /** Loads the agent, which connects back by a secret that only it was given. */
  Socket observe(String asked, Path jar) throws IOException {
    requireReachable(Paths.get("/proc"));
    String secret = Loopback.secret();
    try (ServerSocket port = new ServerSocket(0, MAX_CALLERS, Loopback.address())) {
      load(jar, port.getLocalPort() + " " + secret + " " + jar.toAbsolutePath() + "\n" + asked);
      port.setSoTimeout(CONNECT_MILLIS);
      while (true) {
        Socket agent = port.accept();
        if (isAgent(agent, secret)) {
          return agent;
        }
        agent.close();
      }
    }
  }

  /** Any process of this machine may connect. */
  private static boolean isAgent(Socket caller, String secret) {
    try {
      return Loopback.read(caller, secret.length() + 1, HELLO_MILLIS).equals(secret + "\n");
    } catch (IOException silent) {
      return false;
    }
  }

  /**
   * @param processes the folder {@code /proc}; other systems have none
   */
  void requireReachable(Path processes) throws IOException {
    Path self = processes.resolve("self");
    if (!Files.exists(self)) {
      return;
    }
    Path process = processes.resolve(pid);
    try {
      String user = Files.getOwner(process).getName();
      String own = Files.getOwner(self).getName();
      if (!user.equals(own)) {
        throw new IOException(
            String.format(
                "a process of user %s (valid: as that user, such as --on 'sudo -u %s')",
                user, user));
      }
      if (isApart("pid", process, self)) {
        throw new IOException(
            "a process in a container (valid: its number there, such as 1, with"
                + " --on 'docker exec -i CONTAINER' or 'kubectl exec -i POD --')");
      }
      // Such as a service of systemd with PrivateTmp=yes.
      if (isApart("mnt", process, self)) {
        throw new IOException(
            String.format(
                "a process with files of its own (valid: --on 'sudo nsenter -t %s -m runuser -u %s --')",
                pid, user));
      }
      requireJvm(process);
    } catch (AccessDeniedException e) {
      throw new IOException("not readable by this user (valid: --on 'sudo -u USER')", e);
    } catch (NoSuchFileException e) {
      throw new IOException("no such process", e);
    }
  }

  /** Whether two processes have different namespaces of a kind. */
  private static boolean isApart(String kind, Path process, Path other) throws IOException {
    Path namespace = Paths.get("ns", kind);
    return !Files.readSymbolicLink(process.resolve(namespace))
        .equals(Files.readSymbolicLink(other.resolve(namespace)));
  }

  /** The attach API of older JDKs sends SIGQUIT to any process, which ends one that is no JVM. */
  private static void requireJvm(Path process) throws IOException {
    try (BufferedReader files = Files.newBufferedReader(process.resolve("maps"), ISO_8859_1)) {
      if (files.lines().noneMatch(file -> file.contains("/libjvm.so"))) {
        throw new IOException("no JVM: it has no libjvm.so (valid: a Java program)");
      }
    }
  }

  private void load(Path jar, String argument) throws IOException {
    try {
      Class<?> machine = Class.forName("com.sun.tools.attach.VirtualMachine");
      Object attached = machine.getMethod("attach", String.class).invoke(null, pid);
      try {
        machine
            .getMethod("loadAgent", String.class, String.class)
            .invoke(attached, jar.toAbsolutePath().toString(), argument);
      } finally {
        machine.getMethod("detach").invoke(attached);
      }
    } catch (ClassNotFoundException e) {
      throw notLoaded("this Java has no attach API (valid: a JDK)", e);
    } catch (InvocationTargetException e) {
      throw notLoaded(String.valueOf(e.getCause().getMessage()), e);
    } catch (ReflectiveOperationException e) {
      throw notLoaded(e.toString(), e);
    }
  }

  private static IOException notLoaded(String reason, Exception cause) {
    return new IOException(
        reason
            + "; without the attach API: start the program with"
            + " -javaagent:poolbench-provider-agent.jar=attach=PATH and observe PATH",
        cause);
  }
}
