package io.poolbench.agent;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.poolbench.core.AgentProtocol;
import io.poolbench.core.DaemonThread;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;

/**
 * Connects standard input and output to the agent of a program that runs already, on the machine
 * and as the user of this program. It ends when the agent has put the program back, or ends itself.
 */
public final class Attach {
  private static final int BUFFER_BYTES = 1 << 13;

  /** The most of a file that is read, which has a port and a secret. */
  private static final int MAX_POINT_BYTES = 200;

  private static final String PATH_REQUIRED =
      " (valid: PATH of -javaagent:poolbench-provider-agent.jar="
          + AgentProtocol.ATTACH
          + "PATH in its JVM)";

  private Attach() {}

  /**
   * Runs until one of the two ends.
   *
   * @param arguments the file that the agent has written, see {@link AgentProtocol#ATTACH}; or the
   *     number of a process; and what is asked of it, to observe it, see {@link Observation}
   */
  public static void main(String[] arguments) {
    AgentOutput output = new AgentOutput();
    Input input = new Input();
    DaemonThread.start(input, "poolbench-input");
    try (Socket agent = connect(arguments)) {
      input.sendTo(agent);
      copy(agent.getInputStream(), new FileOutputStream(FileDescriptor.out));
    } catch (NoSuchFileException e) {
      fail(output, PATH_REQUIRED, "no program to attach to at " + e.getFile());
    } catch (AccessDeniedException e) {
      fail(output, PATH_REQUIRED, e.getFile() + " belongs to a program of another user");
    } catch (ConnectException e) {
      fail(output, PATH_REQUIRED, "the program of " + arguments[0] + " has ended");
    } catch (IOException | RuntimeException e) {
      fail(output, "", arguments[0] + ": " + e.getMessage());
    }
  }

  private static void fail(AgentOutput output, String required, String reason) {
    output.broken("provider-unreachable", reason + required);
    Runtime.getRuntime().exit(1);
  }

  private static Socket connect(String... arguments) throws IOException {
    if (arguments[0].matches("\\d+")) {
      return new RunningJvm(arguments[0]).observe(arguments[1], Agent.jar());
    }
    Socket agent = connect(Paths.get(arguments[0]), Agent.jar());
    if (arguments.length > 1) {
      agent.getOutputStream().write((arguments[1] + "\n").getBytes(US_ASCII));
    }
    return agent;
  }

  static Socket connect(Path file, Path jar) throws IOException {
    String text;
    try (InputStream in = Files.newInputStream(file)) {
      byte[] begin = new byte[MAX_POINT_BYTES];
      text = new String(begin, 0, Math.max(0, in.read(begin)), US_ASCII).trim();
    }
    if (!text.matches("[0-9]{1,5} [0-9a-f]+")) {
      throw new IOException("no file of an agent" + PATH_REQUIRED);
    }
    String[] portAndSecret = text.split(" ", 2);
    // Reading the jar may take longer than the agent waits for the first bytes.
    byte[] hello = AttachPoint.hello(portAndSecret[1], jar);
    Socket agent = new Socket(Loopback.address(), Integer.parseInt(portAndSecret[0]));
    agent.setTcpNoDelay(true);
    agent.getOutputStream().write(hello);
    return agent;
  }

  /**
   * Standard input, kept until there is an agent that reads it. Its end before that ends this
   * program: a JVM that is stopped may never load the agent.
   */
  private static final class Input implements Runnable {
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private Socket agent;

    synchronized void sendTo(Socket connected) throws IOException {
      kept.writeTo(connected.getOutputStream());
      agent = connected;
    }

    @Override
    public void run() {
      byte[] buffer = new byte[BUFFER_BYTES];
      InputStream in = new FileInputStream(FileDescriptor.in);
      try {
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
          send(buffer, read);
        }
        end();
      } catch (IOException ended) {
        // The main thread reads the end of the connection.
      }
    }

    private synchronized void send(byte[] bytes, int count) throws IOException {
      (agent == null ? kept : agent.getOutputStream()).write(bytes, 0, count);
    }

    private synchronized void end() throws IOException {
      if (agent == null) {
        Runtime.getRuntime().halt(1);
      }
      agent.shutdownOutput();
    }
  }

  private static void copy(InputStream from, OutputStream to) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
      to.write(buffer, 0, read);
    }
  }
}
