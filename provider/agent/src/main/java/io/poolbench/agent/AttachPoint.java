package io.poolbench.agent;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.poolbench.agent.LoopbackListener.RequestInput;
import io.poolbench.core.AgentLaunch;
import io.poolbench.core.AgentProtocol;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.math.BigInteger;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Where a driver attaches to a program that runs already: a port on loopback, and a file with this
 * port and a secret, which only the program's user can read. One driver is attached at a time; when
 * its connection ends, the program is put back as it was. Thread-safe.
 */
final class AttachPoint {
  /** A secret and a hash have 32 bytes, in hexadecimal. */
  private static final int HEX_CHARS = 64;

  private static final int HELLO_MILLIS = 1_000;

  /** Time of a driver to send a whole command. */
  private static final int COMMAND_MILLIS = 10_000;

  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwx------");

  private final Path file;
  private final Path jar;
  private final Thread main;
  private final Instrumentation jvm;
  private final AtomicBoolean opened = new AtomicBoolean();
  private final AtomicBoolean attached = new AtomicBoolean();

  /**
   * Creates a point that is not open.
   *
   * @param file written when it opens, in a folder that only this user can enter; created if absent
   * @param jar the jar of the agent, whose hash the driver has to send
   * @param main the program's main thread
   */
  AttachPoint(Path file, Path jar, Thread main, Instrumentation jvm) {
    this.file = file.toAbsolutePath();
    this.jar = jar;
    this.main = main;
    this.jvm = jvm;
  }

  /** Opens once, on a thread of its own; a failure is reported, and the program goes on. */
  void open(InstrumentedProvider target) {
    if (opened.compareAndSet(false, true)) {
      Agent.daemon(() -> serve(target), "poolbench-attach");
    }
  }

  private void serve(InstrumentedProvider target) {
    try {
      byte[] random = new byte[HEX_CHARS / 2];
      new SecureRandom().nextBytes(random);
      String secret = hex(random);
      String build = hash(jar);
      LoopbackListener listener =
          new LoopbackListener(
              driver -> isAttached(driver, secret, build, target), "poolbench-attach");
      try {
        write(listener.port() + " " + secret);
      } catch (IOException | RuntimeException e) {
        listener.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      System.err.println("poolbench-provider-agent: cannot be attached to: " + e);
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

  /** Attaches a driver that knows the secret, on a thread of its own. */
  private boolean isAttached(
      Socket driver, String secret, String build, InstrumentedProvider target) throws IOException {
    byte[] hello = new byte[2 * HEX_CHARS];
    new DataInputStream(RequestInput.one(driver, HELLO_MILLIS)).readFully(hello);
    String text = new String(hello, US_ASCII);
    if (!MessageDigest.isEqual(
        text.substring(0, HEX_CHARS).getBytes(US_ASCII), secret.getBytes(US_ASCII))) {
      return false;
    }
    AgentOutput output = new AgentOutput(driver.getOutputStream());
    String other = text.substring(HEX_CHARS);
    if (!other.equals(build)) {
      output.broken(
          AgentProtocol.AGENT_FAILED,
          String.format(
              "the program's agent is of another build of poolbench (agent %.12s, here %.12s)",
              build, other));
      return false;
    }
    if (!attached.compareAndSet(false, true)) {
      output.broken(AgentProtocol.AGENT_FAILED, "another poolbench is attached to the program");
      return false;
    }
    Agent.daemon(() -> attach(driver, output, target), "poolbench-commands");
    return true;
  }

  /** The connection is closed last: its end tells the driver that the program is as before. */
  private void attach(Socket driver, AgentOutput output, InstrumentedProvider target) {
    try (Socket connection = driver) {
      try {
        LabInput input = new LabInput(RequestInput.lines(connection, COMMAND_MILLIS));
        String first = input.readLine();
        if (Observation.isAsked(first)) {
          Observe.observe(connection, first, jar, jvm);
          return;
        }
        target.attach(AgentLaunch.of(first), output);
        ReadyWatch.startOnce(target, main);
        input.follow(target, output);
      } catch (RuntimeException | LinkageError e) {
        // Such as a class of a module that the program's JVM lacks.
        output.broken(AgentProtocol.AGENT_FAILED, "attachment ended: " + e);
        throw e;
      } finally {
        target.detach();
        attached.set(false);
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      System.err.println("poolbench-provider-agent: attachment ended: " + e);
    }
  }

  /** The first bytes from a driver: the secret of the file, and the hash of its agent. */
  static byte[] hello(String secret, Path jar) throws IOException {
    return (secret + hash(jar)).getBytes(US_ASCII);
  }

  private static String hash(Path jar) throws IOException {
    try {
      return hex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each JDK has it
    }
  }

  private static String hex(byte[] bytes) {
    return String.format("%0" + HEX_CHARS + "x", new BigInteger(1, bytes));
  }
}
