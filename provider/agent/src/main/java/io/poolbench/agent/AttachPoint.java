package io.poolbench.agent;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.poolbench.core.AgentLaunch;
import io.poolbench.core.AgentProtocol;
import io.poolbench.core.DaemonThread;
import io.poolbench.core.Release;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Where a driver attaches to a program that runs already: a port on loopback, and a file with this
 * port and a secret, which only the program's user can read. One driver is attached at a time; when
 * its connection ends, or it is silent for a minute, the program is put back as it was.
 * Thread-safe.
 */
final class AttachPoint {
  private static final int HELLO_MILLIS = 1_000;

  /** Connections that have not sent their secret yet; a further one ends the oldest. */
  private static final int MAX_UNKNOWN = 32;

  /**
   * A driver that sends nothing for so long has lost its connection, whose end may not be told. It
   * may be stopped for half of that.
   */
  private static final int MAX_SILENCE_MILLIS = 60_000;

  /** A pause after a failure to accept, such as without free file descriptors. */
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwx------");

  private final Path file;
  private final Path jar;
  private final Thread main;
  private final Instrumentation jvm;
  private final int maxSilenceMillis;
  private final AtomicBoolean opened = new AtomicBoolean();
  private final AtomicBoolean attached = new AtomicBoolean();
  private final Deque<Socket> unknown = new ArrayDeque<>();

  /**
   * Creates a point that is not open.
   *
   * @param file written when it opens, in a folder that only this user can enter; created if absent
   * @param jar the jar of the agent, whose digest the driver has to send
   * @param main the program's main thread
   */
  AttachPoint(Path file, Path jar, Thread main, Instrumentation jvm) {
    this(file, jar, main, jvm, MAX_SILENCE_MILLIS);
  }

  AttachPoint(Path file, Path jar, Thread main, Instrumentation jvm, int maxSilenceMillis) {
    this.file = file.toAbsolutePath();
    this.maxSilenceMillis = maxSilenceMillis;
    this.jar = jar;
    this.main = main;
    this.jvm = jvm;
  }

  /** Opens once, on a thread of its own; a failure is reported, and the program goes on. */
  void open(InstrumentedProvider target) {
    if (opened.compareAndSet(false, true)) {
      Thread server = DaemonThread.of(() -> serve(target), "poolbench-attach");
      // Not that of the application whose thread exports a service.
      server.setContextClassLoader(AttachPoint.class.getClassLoader());
      server.start();
    }
  }

  private void serve(InstrumentedProvider target) {
    String secret = Loopback.secret();
    try (ServerSocket server = new ServerSocket(0, 0, Loopback.address())) {
      String build = Release.digest(jar);
      write(server.getLocalPort() + " " + secret);
      accept(server, driver -> serve(driver, secret, build, target));
    } catch (IOException | RuntimeException e) {
      System.err.println("poolbench-provider-agent: cannot be attached to: " + e);
    }
  }

  /** Serves each connection on a thread of its own, so that none delays another. */
  private void accept(ServerSocket server, Consumer<Socket> service) {
    while (true) {
      try {
        Socket driver = server.accept();
        makeRoom(driver);
        start(driver, service);
      } catch (IOException | OutOfMemoryError e) {
        // No file descriptor, or no thread: one connection less, and the port stays.
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }

  private void start(Socket driver, Consumer<Socket> service) throws IOException {
    try {
      DaemonThread.start(() -> service.accept(driver), "poolbench-attach-connection");
    } catch (OutOfMemoryError noThread) {
      forget(driver);
      driver.close();
      throw noThread;
    }
  }

  private void forget(Socket driver) {
    synchronized (unknown) {
      unknown.remove(driver);
    }
  }

  private void makeRoom(Socket next) throws IOException {
    synchronized (unknown) {
      unknown.add(next);
      if (unknown.size() > MAX_UNKNOWN) {
        unknown.remove().close();
      }
    }
  }

  /** Reads what only a driver knows. */
  private String hello(Socket driver, int length) throws IOException {
    try {
      return Loopback.read(driver, length, HELLO_MILLIS);
    } finally {
      forget(driver);
    }
  }

  private void write(String text) throws IOException {
    Path folder = file.getParent();
    Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(PRIVATE));
    Path written = Files.createTempFile(folder, "attach", ".tmp");
    try {
      if (!Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).equals(PRIVATE)
          || !Files.getOwner(folder).equals(Files.getOwner(written))) {
        throw new IOException(folder + " is open to others (valid: mode 0700, of this user)");
      }
      Files.write(written, text.getBytes(US_ASCII));
      Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(written);
    }
  }

  /**
   * Attaches a driver that knows the secret. The connection is closed last: its end tells the
   * driver that the program is as before.
   */
  private void serve(Socket driver, String secret, String build, InstrumentedProvider target) {
    boolean known = false;
    try (Socket connection = driver) {
      connection.setTcpNoDelay(true);
      String hello = hello(connection, secret.length() + build.length());
      known =
          MessageDigest.isEqual(
              hello.substring(0, secret.length()).getBytes(US_ASCII), secret.getBytes(US_ASCII));
      if (known) {
        attach(connection, hello.substring(secret.length()), build, target);
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      if (known) {
        System.err.println("poolbench-provider-agent: attachment ended: " + e);
      }
    }
  }

  private void attach(Socket driver, String other, String build, InstrumentedProvider target)
      throws IOException {
    AgentOutput output = new AgentOutput(driver.getOutputStream());
    if (!other.equals(build)) {
      output.broken(
          AgentProtocol.AGENT_FAILED,
          String.format(
              "the program's agent is of another build of poolbench (agent %s, here %s)",
              build, other));
    } else if (!attached.compareAndSet(false, true)) {
      output.broken(AgentProtocol.AGENT_FAILED, "another poolbench is attached to the program");
    } else {
      try {
        follow(driver, output, target);
      } catch (RuntimeException | LinkageError e) {
        // Such as a class of a module that the program's JVM lacks.
        output.broken(AgentProtocol.AGENT_FAILED, "attachment ended: " + e);
        throw e;
      } finally {
        try {
          target.detach();
        } finally {
          attached.set(false);
        }
      }
    }
  }

  private void follow(Socket driver, AgentOutput output, InstrumentedProvider target)
      throws IOException {
    LabInput input = new LabInput(driver.getInputStream());
    // A driver that was lost before its first line would hold the program for ever.
    driver.setSoTimeout(maxSilenceMillis);
    String first = input.readLine();
    if (Observation.isAsked(first)) {
      Observe.observe(driver, first, jar, jvm);
    } else {
      target.attach(AgentLaunch.of(first), output);
      ReadyWatch.startOnce(target, main);
      input.follow(target, output);
    }
  }

  /** The first bytes from a driver: the secret of the file, and the digest of its agent. */
  static byte[] hello(String secret, Path jar) throws IOException {
    return (secret + Release.digest(jar)).getBytes(US_ASCII);
  }
}
