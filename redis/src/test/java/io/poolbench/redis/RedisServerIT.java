package io.poolbench.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.api.sync.RedisCommands;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.UserInfo;
import java.io.BufferedReader;
import java.net.ConnectException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RedisServerIT {
  private RedisServer redis;
  private RedisSession session;
  private RedisCommands<byte[], byte[]> commands;

  @BeforeEach
  void start() {
    redis = RedisKind.EMBEDDED.start("", "");
    session = RedisSession.open(RedisUri.of(redis.uri()));
    commands = session.connection().sync();
  }

  @AfterEach
  void close() {
    session.close();
    redis.close();
  }

  @Test
  void anEmbeddedRedisKeepsNothingOnDiskAndListensOnLoopbackOnly() throws Exception {
    assertThat(redis.description())
        .matches("embedded, Redis \\d+\\.\\d+\\.\\d+ at 127\\.0\\.0\\.1:" + redis.port());
    assertThat(redis.notes()).isEmpty();
    assertThat(setting("save")).isEmpty();
    assertThat(setting("appendonly")).isEqualTo("no");
    for (InetAddress address : addressesOfThisHost()) {
      assertThatThrownBy(() -> new Socket(address, redis.port()).close())
          .as("connecting to %s", address)
          .isInstanceOf(ConnectException.class);
    }
  }

  @Test
  void anInterruptedThreadStartsNoRedisAndStaysInterrupted() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> RedisKind.EMBEDDED.start("", ""))
        .isInstanceOf(RedisUnavailableException.class);

    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void closingEndsTheProcessAndDeletesTheFolder() {
    long pid = pid(session);
    Path folder = Path.of(setting("dir"));
    assertThat(folder).exists();

    redis.close();

    assertThat(ProcessHandle.of(pid)).isEmpty();
    awaitDeletion(folder);
  }

  @Test
  void anEmbeddedRedisEndsWithAKilledDriver() throws Exception {
    Process driver =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Driver.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader output = driver.inputReader(UTF_8)) {
      RedisUri uri =
          RedisUri.of(output.lines().filter(l -> l.startsWith("redis:")).findFirst().orElseThrow());
      ProcessHandle process;
      Path folder;
      try (RedisSession other = RedisSession.open(uri)) {
        process = ProcessHandle.of(pid(other)).orElseThrow();
        folder = Path.of(other.connection().sync().configGet("dir").get("dir"));
      }
      driver.destroyForcibly();
      process.onExit().get(60, TimeUnit.SECONDS);
      awaitDeletion(folder);
    } finally {
      driver.destroyForcibly();
    }
  }

  /** A driver that starts a Redis, prints its URI and waits to be killed. */
  static final class Driver {
    private Driver() {}

    public static void main(String[] args) throws Exception {
      System.out.println(RedisKind.EMBEDDED.start("", "").uri());
      System.in.read();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"EXTERNAL", "AUTO"})
  void anExternalRedisIsLeftRunning(RedisKind kind) {
    try (RedisServer external = kind.start(redis.uri(), "")) {
      assertThat(external.description())
          .startsWith("external, Redis ")
          .endsWith(" at 127.0.0.1:" + redis.port());
    }
    assertThat(commands.ping()).isEqualTo("PONG");
  }

  @ParameterizedTest
  @EnumSource(names = {"EXTERNAL", "AUTO"})
  void anExternalRedisThatDoesNotAnswerIsNamedWithoutItsPassword(RedisKind kind) throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    assertThatThrownBy(() -> kind.start("redis://:secret@127.0.0.1:" + port, ""))
        .isInstanceOf(RedisUnavailableException.class)
        .hasMessageContainingAll("127.0.0.1:" + port, "refused")
        .hasMessageNotContainingAny("secret", "\n");
  }

  @Test
  void aWrongPasswordIsRefusedWithoutShowingIt() {
    commands.configSet("requirepass", "right");
    assertThatThrownBy(
            () -> RedisKind.EXTERNAL.start(redis.uri().replace("//", "//:wrongone@"), ""))
        .isInstanceOf(RedisUnavailableException.class)
        // Lettuce reports the refusal, or the closed connection if that comes first.
        .message()
        .containsPattern("WRONGPASS|Connection closed prematurely")
        .doesNotContain("wrongone", "\n");
    try (RedisServer external =
        RedisKind.EXTERNAL.start(redis.uri().replace("//", "//:right@"), "")) {
      assertThat(external.description()).doesNotContain("right");
    }
  }

  @Test
  void autoIsAContainerOrANoteWhyNot() {
    try (RedisServer auto = RedisKind.AUTO.start("", "")) {
      if (auto.notes().isEmpty()) {
        assertThat(auto.description()).startsWith("container of ");
      } else {
        assertThat(auto.description()).startsWith("embedded, ");
        assertThat(auto.notes()).first().asString().startsWith("no Redis container: ");
      }
    }
  }

  @Test
  void anExternalKindWithoutUriIsInvalid() {
    assertThatThrownBy(() -> RedisKind.EXTERNAL.start("", ""))
        .isInstanceOf(InvalidSettingException.class);
  }

  @Test
  void cpusThatDoNotExistFailInOneLine() {
    assertThatThrownBy(() -> RedisKind.EMBEDDED.start("", "4095"))
        .isInstanceOf(RedisUnavailableException.class)
        .hasMessageContaining("4095")
        .hasMessageNotContaining("\n");
  }

  @Test
  void aDataSetIsWrittenWholeAndOtherKeysStay() {
    DataSet dataSet = new DataSet(2_501, 300);
    byte[] other = "someone else's".getBytes(UTF_8);
    commands.set(other, other);

    DataSetWriter.write(dataSet, redis.uri());

    assertThat(commands.dbsize()).isEqualTo(2_502);
    assertThat(commands.get(other)).isEqualTo(other);
    for (int i = 0; i < dataSet.records(); i++) {
      byte[] stored = commands.get(UserInfo.key(dataSet.pin(i)).getBytes(UTF_8));
      assertThat(UserInfo.decode(stored)).isEqualTo(dataSet.user(i));
    }
  }

  @Test
  void aRedisTooSmallForTheDataSetIsNamedWithTheReason() {
    commands.configSet("maxmemory", "3mb");
    assertThatThrownBy(() -> DataSetWriter.write(new DataSet(5_000, 1024), redis.uri()))
        .isInstanceOf(RedisUnavailableException.class)
        .hasMessageContainingAll("127.0.0.1:" + redis.port(), "OOM");
  }

  @Test
  void aRedisThatEvictsUsersIsDetected() {
    commands.configSet("maxmemory-policy", "allkeys-random");
    commands.configSet("maxmemory", "4mb");
    assertThatThrownBy(() -> DataSetWriter.write(new DataSet(10_000, 1024), redis.uri()))
        .isInstanceOf(RedisUnavailableException.class)
        .hasMessageContaining("of 10000 users");
  }

  private String setting(String name) {
    return commands.configGet(name).get(name);
  }

  /** The shell deletes the folder after it has stopped Redis. */
  private static void awaitDeletion(Path folder) {
    while (Files.exists(folder)) {
      Thread.onSpinWait();
    }
  }

  private static long pid(RedisSession session) {
    return Long.parseLong(session.serverInfo("process_id"));
  }

  private static List<InetAddress> addressesOfThisHost() throws Exception {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
        .toList();
  }
}
