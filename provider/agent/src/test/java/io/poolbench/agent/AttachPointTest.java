package io.poolbench.agent;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import io.poolbench.core.AgentLaunch;
import io.poolbench.core.AgentProtocol;
import io.poolbench.core.ProviderRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who attaches to a program, and what is left when he has gone. */
@Timeout(60)
class AttachPointTest {
  private static final String OTHER_SECRET = "0".repeat(64);

  @TempDir private Path folder;

  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
  private Path jar;
  private Path file;

  @BeforeEach
  void pack() throws IOException {
    jar = jar("agent.jar", "this build");
    file = folder.resolve("own").resolve("program");
  }

  private Path jar(String name, String content) throws IOException {
    Path jar = folder.resolve(name);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry("Some.class"));
      zip.write(content.getBytes(UTF_8));
    }
    return jar;
  }

  /** A program that reports who attaches and when it is left. */
  private AttachPoint open() {
    return open(new AttachPoint(file, jar, Thread.currentThread(), null));
  }

  private AttachPoint open(AttachPoint point) {
    InstrumentedProvider target =
        new InstrumentedProvider(point, null) {
          @Override
          synchronized void attach(AgentLaunch asked, AgentOutput driver) {
            events.add("attached " + asked.port());
            super.attach(asked, driver);
          }

          @Override
          synchronized JsonObject answer(String command, String argument) {
            if (command.equals("fail")) {
              throw new IllegalStateException("as a request may");
            }
            return new JsonObject();
          }

          @Override
          synchronized void detach() {
            super.detach();
            events.add("detached");
          }
        };
    point.open(target);
    point.open(target);
    return point;
  }

  private void awaitFile() {
    while (!Files.exists(file)) {
      Thread.onSpinWait();
    }
  }

  private String next() throws InterruptedException {
    return events.poll(60, TimeUnit.SECONDS);
  }

  private static void send(Socket driver, String line) throws IOException {
    driver.getOutputStream().write((line + "\n").getBytes(UTF_8));
  }

  /** The first line that is not empty; null at the end. */
  private static String line(Socket driver) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(driver.getInputStream(), UTF_8));
    String line = lines.readLine();
    return line != null && line.isEmpty() ? lines.readLine() : line;
  }

  private static String launch(int port) {
    return AgentLaunch.NONE.toJson().replace("\"port\":0", "\"port\":" + port);
  }

  @Test
  void onlyThisUserCanReadTheSecretAndNoOtherHostReachesThePort() throws Exception {
    open();
    awaitFile();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
        .isEqualTo("rwx------");
    assertThat(file.getParent().toFile().list()).containsExactly(file.getFileName().toString());
    int port = Integer.parseInt(Files.readString(file).split(" ", 2)[0]);
    InetAddress other = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
    assertThatThrownBy(() -> new Socket(other, port).close()).isInstanceOf(IOException.class);
  }

  @Test
  void aFolderThatOthersCanEnterIsNotUsed() throws Exception {
    Files.createDirectory(file.getParent());
    Files.setPosixFilePermissions(file.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    open();

    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("poolbench-attach") && !before.contains(thread)) {
        thread.join();
      }
    }
    assertThat(file.getParent().toFile().list()).isEmpty();
  }

  @Test
  void aProgramIsPutBackWhenItsDriverEndsAndTheNextOneMayAttach() throws Exception {
    open();
    awaitFile();
    for (int port = 1; port <= 2; port++) {
      try (Socket driver = Attach.connect(file, jar)) {
        send(driver, launch(port));
        assertThat(next()).isEqualTo("attached " + port);
        send(driver, new ProviderRequest(7, "known", "").toLine());
        assertThat(line(driver)).isEqualTo("ANSWER {\"id\":7,\"result\":{}}");
        driver.shutdownOutput();
        assertThat(next()).isEqualTo("detached");
        assertThat(line(driver)).as("the end comes after it").isNull();
      }
    }
  }

  /** A network that has gone does not end a connection. */
  @Test
  void aProgramIsPutBackWhenItsDriverFallsSilent() throws Exception {
    open(new AttachPoint(file, jar, Thread.currentThread(), null, /* maxSilenceMillis= */ 100));
    awaitFile();
    try (Socket driver = Attach.connect(file, jar)) {
      send(driver, launch(1));
      assertThat(next()).isEqualTo("attached 1");
      assertThat(next()).isEqualTo("detached");
    }
  }

  @Test
  void aDriverThatIsLostBeforeItsFirstLineKeepsNoOtherOut() throws Exception {
    open(new AttachPoint(file, jar, Thread.currentThread(), null, /* maxSilenceMillis= */ 100));
    awaitFile();
    try (Socket lost = Attach.connect(file, jar)) {
      assertThat(next()).isEqualTo("detached");
      try (Socket driver = Attach.connect(file, jar)) {
        send(driver, launch(1));
        assertThat(next()).isEqualTo("attached 1");
      }
    }
  }

  /** An empty line is a sign of life. */
  @Test
  void anEmptyLineIsNoRequest() throws Exception {
    open();
    awaitFile();
    try (Socket driver = Attach.connect(file, jar)) {
      send(driver, launch(1));
      send(driver, "");
      send(driver, new ProviderRequest(8, "known", "").toLine());
      assertThat(line(driver)).isEqualTo("ANSWER {\"id\":8,\"result\":{}}");
    }
  }

  @Test
  void aRequestThatFailsIsAnsweredWithItsProblem() throws Exception {
    open();
    awaitFile();
    try (Socket driver = Attach.connect(file, jar)) {
      send(driver, launch(1));
      send(driver, new ProviderRequest(7, "fail", "").toLine());
      assertThat(line(driver))
          .isEqualTo(
              "ANSWER {\"id\":7,\"problem\":"
                  + "\"java.lang.IllegalStateException: as a request may\"}");
      driver.shutdownOutput();
      assertThat(line(driver)).as("before that another one is refused").isNull();
    }
    assertThat(next()).isEqualTo("attached 1");
    assertThat(next()).isEqualTo("detached");
    Attach.connect(file, jar).close();
    assertThat(next()).as("without a launch configuration").isEqualTo("detached");
  }

  @Test
  void withoutTheSecretNothingIsAnswered() throws Exception {
    open();
    awaitFile();
    int port = Integer.parseInt(Files.readString(file).split(" ", 2)[0]);
    try (Socket stranger = new Socket(Loopback.address(), port)) {
      stranger.getOutputStream().write(AttachPoint.hello(OTHER_SECRET, jar));
      assertThat(stranger.getInputStream().read()).isEqualTo(-1);
    }
    try (Socket silent = new Socket(Loopback.address(), port)) {
      silent.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
      assertThat(silent.getInputStream().read()).as("after a second").isEqualTo(-1);
    }
    assertThat(events).isEmpty();
  }

  @Test
  void strangersWhoSendNothingMoreDelayNoDriver() throws Exception {
    open();
    awaitFile();
    int port = Integer.parseInt(Files.readString(file).split(" ", 2)[0]);
    List<Socket> strangers = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      strangers.add(new Socket(Loopback.address(), port));
      strangers.get(i).getOutputStream().write('0');
    }
    try (Socket driver = Attach.connect(file, jar)) {
      send(driver, launch(1));
      assertThat(next()).isEqualTo("attached 1");
      for (Socket stranger : strangers) {
        assertThat(isAtItsEnd(stranger)).as("after its second").isTrue();
        stranger.close();
      }
      send(driver, new ProviderRequest(7, "known", "").toLine());
      assertThat(line(driver)).startsWith("ANSWER");
    }
  }

  private static boolean isAtItsEnd(Socket stranger) throws IOException {
    try {
      return stranger.getInputStream().read() < 0;
    } catch (SocketException reset) {
      return true;
    }
  }

  @Test
  void aTextHasATimeLimitAsAWhole() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 0, Loopback.address());
        Socket client = new Socket(Loopback.address(), server.getLocalPort());
        Socket connection = server.accept()) {
      Thread drip = new Thread(() -> dripUntilClosed(client));
      drip.start();
      assertThatThrownBy(() -> Loopback.read(connection, 1 << 27, 200))
          .isInstanceOf(SocketTimeoutException.class);
      connection.close();
      drip.join();
    }
  }

  /** Sends each byte long before a limit for one byte would be reached. */
  private static void dripUntilClosed(Socket client) {
    try {
      while (true) {
        client.getOutputStream().write('x');
        Thread.onSpinWait();
      }
    } catch (IOException closed) {
      return;
    }
  }

  @Test
  void anotherBuildAndASecondDriverAreRefusedInOneLine() throws Exception {
    open();
    awaitFile();
    Path other = jar("other.jar", "another build");
    try (Socket driver = Attach.connect(file, other)) {
      assertThat(line(driver)).startsWith(AgentProtocol.BROKEN).contains("another build");
    }
    try (Socket driver = Attach.connect(file, jar)) {
      send(driver, launch(1));
      assertThat(next()).isEqualTo("attached 1");
      try (Socket second = Attach.connect(file, jar)) {
        assertThat(line(second)).startsWith(AgentProtocol.BROKEN).contains("another poolbench");
      }
      assertThat(events).as("the first stays").isEmpty();
    }
    assertThat(next()).isEqualTo("detached");
  }
}
