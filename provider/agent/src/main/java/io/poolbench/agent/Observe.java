package io.poolbench.agent;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.nio.file.Paths;

/**
 * Starts an {@link Observation} in a program that runs already. It is the only class that stays in
 * the program: those of the observation have a loader of their own, so that they are unloaded, and
 * that what is opened to them is opened to no other class. It uses no class but the JDK's.
 */
public final class Observe {
  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private Observe() {}

  /**
   * Connects to the program that loaded the agent, and observes on a thread of its own.
   *
   * @param argument its port on loopback, the secret that it expects, and the path of this jar; on
   *     a second line what it asks for
   */
  public static void agentmain(String argument, Instrumentation jvm) throws IOException {
    String[] toAndAsked = argument.split("\n", 2);
    String[] portSecretJar = toAndAsked[0].split(" ", 3);
    Socket driver =
        new Socket(InetAddress.getByAddress(LOOPBACK), Integer.parseInt(portSecretJar[0]));
    driver.getOutputStream().write((portSecretJar[1] + "\n").getBytes(US_ASCII));
    Path jar = Paths.get(portSecretJar[2]);
    Thread thread = new Thread(() -> observe(driver, toAndAsked[1], jar, jvm), "poolbench-observe");
    thread.setDaemon(true);
    thread.start();
  }

  /** Observes for a driver until the connection ends, which it closes. */
  static void observe(Socket driver, String asked, Path jar, Instrumentation jvm) {
    try (Socket connection = driver;
        URLClassLoader own = loader(jar)) {
      own.loadClass("io.poolbench.agent.Observation")
          .getMethod("observe", Socket.class, String.class, Instrumentation.class)
          .invoke(null, connection, asked, jvm);
    } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError e) {
      Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
      System.err.println("poolbench-provider-agent: observation ended: " + cause);
    }
  }

  /** A loader of the classes of this jar, which sees none of the program's. */
  static URLClassLoader loader(Path jar) throws IOException {
    ClassLoader platform = ClassLoader.getSystemClassLoader().getParent();
    return new URLClassLoader(new URL[] {jar.toUri().toURL()}, platform);
  }
}
