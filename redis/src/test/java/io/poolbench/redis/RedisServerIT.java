package io.poolbench.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.api.sync.RedisCommands;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.UserRecord;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RedisServerIT {
  @Test
  void itAnswersAndSaysWhatItIs() {
    try (RedisServer redis = RedisKind.EMBEDDED.start("", "")) {
      assertThat(redis.description())
          .matches("embedded, Redis \\d+\\.\\d+\\.\\d+ at 127\\.0\\.0\\.1:" + redis.port());
      assertThat(redis.notes()).isEmpty();
      try (RedisSession session = RedisSession.open(RedisUri.of(redis.uri()))) {
        assertThat(session.connection().sync().ping()).isEqualTo("PONG");
      }
    }
  }

  @Test
  void whoIsInterruptedStartsNoneAndStaysInterrupted() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> RedisKind.EMBEDDED.start("", ""))
        .isInstanceOf(RedisUnavailableException.class);

    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void itKeepsNothingOnDiskAndListensOnLoopbackOnly() throws Exception {
    try (RedisServer redis = RedisKind.EMBEDDED.start("", "");
        RedisSession session = RedisSession.open(RedisUri.of(redis.uri()))) {
      RedisCommands<byte[], byte[]> commands = session.connection().sync();
      assertThat(setting(commands, "save")).isEmpty();
      assertThat(setting(commands, "appendonly")).isEqualTo("no");
      for (InetAddress address : addressesOfThisHost()) {
        assertThatThrownBy(() -> new Socket(address, redis.port()).close())
            .as("connecting to %s", address)
            .isInstanceOf(ConnectException.class);
      }
    }
  }

  @Test
  void closingItEndsTheProcessAndTheFolder() {
    RedisServer redis = RedisKind.EMBEDDED.start("", "");
    long pid;
    Path folder;
    try (RedisSession session = RedisSession.open(RedisUri.of(redis.uri()))) {
      pid = pid(session);
      folder = Path.of(setting(session.connection().sync(), "dir"));
    }
    assertThat(folder).exists();
    redis.close();
    assertThat(ProcessHandle.of(pid)).isEmpty();
    awaitGone(folder);
  }

  @Test
  void itDiesWithADriverThatIsKilled() throws Exception {
    Process driver =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Driver.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader output = driver.inputReader(UTF_8)) {
      RedisUri uri =
          RedisUri.of(output.lines().filter(l -> l.startsWith("redis:")).findFirst().orElseThrow());
      ProcessHandle redis;
      Path folder;
      try (RedisSession session = RedisSession.open(uri)) {
        redis = ProcessHandle.of(pid(session)).orElseThrow();
        folder = Path.of(setting(session.connection().sync(), "dir"));
      }
      driver.destroyForcibly();
      redis.onExit().get(20, TimeUnit.SECONDS);
      awaitGone(folder);
    } finally {
      driver.destroyForcibly();
    }
  }

  /** A driver that starts a Redis, tells where, and waits to be killed. */
  static final class Driver {
    private Driver() {}

    public static void main(String[] args) throws Exception {
      System.out.println(RedisKind.EMBEDDED.start("", "").uri());
      System.in.read();
    }
  }

  @Test
  void anExternalRedisIsCheckedAndLeftRunning() {
    try (RedisServer embedded = RedisKind.EMBEDDED.start("", "")) {
      for (RedisKind kind : List.of(RedisKind.EXTERNAL, RedisKind.AUTO)) {
        try (RedisServer external = kind.start(embedded.uri(), "")) {
          assertThat(external.description())
              .startsWith("external, Redis ")
              .endsWith(" at 127.0.0.1:" + embedded.port());
        }
        try (RedisSession session = RedisSession.open(RedisUri.of(embedded.uri()))) {
          assertThat(session.connection().sync().ping()).isEqualTo("PONG");
        }
      }
    }
  }

  @Test
  void anExternalRedisThatIsNotThereIsNamedWithoutItsPassword() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    for (RedisKind kind : List.of(RedisKind.EXTERNAL, RedisKind.AUTO)) {
      assertThatThrownBy(() -> kind.start("redis://:secret@127.0.0.1:" + port, ""))
          .isInstanceOf(RedisUnavailableException.class)
          .hasMessageContaining("127.0.0.1:" + port)
          .hasMessageContaining("refused")
          .hasMessageNotContainingAny("secret", "\n");
    }
  }

  @Test
  void aWrongPasswordIsRefusedWithoutShowingIt() {
    try (RedisServer redis = RedisKind.EMBEDDED.start("", "")) {
      try (RedisSession session = RedisSession.open(RedisUri.of(redis.uri()))) {
        session.connection().sync().configSet("requirepass", "right");
      }
      assertThatThrownBy(
              () -> RedisKind.EXTERNAL.start(redis.uri().replace("//", "//:wrongone@"), ""))
          .isInstanceOf(RedisUnavailableException.class)
          // Lettuce reports either the refusal or, where that comes first, the closed connection.
          .message()
          .containsPattern("WRONGPASS|Connection closed prematurely")
          .contains("password of the URI")
          .doesNotContain("wrongone", "\n");
      try (RedisServer external =
          RedisKind.EXTERNAL.start(redis.uri().replace("//", "//:right@"), "")) {
        assertThat(external.description()).doesNotContain("right");
      }
    }
  }

  @Test
  void autoTakesAContainerWhereThereIsOneElseSaysWhyNot() {
    try (RedisServer redis = RedisKind.AUTO.start("", "")) {
      if (redis.notes().isEmpty()) {
        assertThat(redis.description()).startsWith("container of ");
      } else {
        assertThat(redis.description()).startsWith("embedded, ");
        assertThat(redis.notes()).first().asString().startsWith("no Redis container: ");
      }
    }
  }

  @Test
  void anExternalKindWithoutUriIsTheUsersMistake() {
    assertThatThrownBy(() -> RedisKind.EXTERNAL.start("", ""))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("valid: redis://");
  }

  @Test
  void cpusThatDoNotExistAreRefusedInOneLine() {
    assertThatThrownBy(() -> RedisKind.EMBEDDED.start("", "4095"))
        .isInstanceOf(RedisUnavailableException.class)
        .hasMessageContaining("4095")
        .hasMessageNotContaining("\n");
  }

  @Test
  void theDataSetIsWrittenWholeAndOtherKeysStay() {
    DataSet dataSet = new DataSet(2_501, 300);
    try (RedisServer redis = RedisKind.EMBEDDED.start("", "");
        RedisSession session = RedisSession.open(RedisUri.of(redis.uri()))) {
      RedisCommands<byte[], byte[]> commands = session.connection().sync();
      byte[] other = "someone else's".getBytes(UTF_8);
      commands.set(other, other);
      DataSetWriter.write(dataSet, redis.uri());
      assertThat(commands.dbsize()).isEqualTo(2_502);
      assertThat(commands.get(other)).isEqualTo(other);
      for (int i = 0; i < dataSet.records(); i++) {
        byte[] stored = commands.get(UserRecord.key(dataSet.pin(i)).getBytes(UTF_8));
        assertThat(UserRecord.decode(stored)).isEqualTo(dataSet.user(i));
      }
    }
  }

  @Test
  void aRedisTooSmallForTheDataSetIsNamedWithTheReason() {
    try (RedisServer redis = RedisKind.EMBEDDED.start("", "");
        RedisSession session = RedisSession.open(RedisUri.of(redis.uri()))) {
      session.connection().sync().configSet("maxmemory", "3mb");
      assertThatThrownBy(() -> DataSetWriter.write(new DataSet(5_000, 1024), redis.uri()))
          .isInstanceOf(RedisUnavailableException.class)
          .hasMessageContainingAll("127.0.0.1:" + redis.port(), "OOM");
    }
  }

  @Test
  void aRedisThatEvictsUsersIsFoundOut() {
    try (RedisServer redis = RedisKind.EMBEDDED.start("", "");
        RedisSession session = RedisSession.open(RedisUri.of(redis.uri()))) {
      session.connection().sync().configSet("maxmemory-policy", "allkeys-random");
      session.connection().sync().configSet("maxmemory", "4mb");
      assertThatThrownBy(() -> DataSetWriter.write(new DataSet(10_000, 1024), redis.uri()))
          .isInstanceOf(RedisUnavailableException.class)
          .hasMessageContaining("of 10000 users are there");
    }
  }

  private static String setting(RedisCommands<byte[], byte[]> commands, String name) {
    return commands.configGet(name).get(name);
  }

  /** The shell deletes it when Redis has been told to end. */
  private static void awaitGone(Path folder) {
    while (Files.exists(folder)) {
      Thread.onSpinWait();
    }
  }

  private static long pid(RedisSession session) {
    return session
        .connection()
        .sync()
        .info("server")
        .lines()
        .filter(line -> line.startsWith("process_id:"))
        .mapToLong(line -> Long.parseLong(line.substring("process_id:".length()).strip()))
        .findFirst()
        .orElseThrow();
  }

  private static List<InetAddress> addressesOfThisHost() throws Exception {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
        .toList();
  }
}
