package io.poolbench.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.api.sync.RedisCommands;
import io.poolbench.api.UserInfo;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.testcontainers.containers.GenericContainer;

class RedisServerIT {
  /** For lack of the password, by permission, or because the server allows the command to none. */
  private static final String REFUSED = "-(?:NOAUTH|NOPERM|ERR [A-Z]+ command not allowed).*";

  private static RedisServer redis;
  private static RedisSession session;

  @BeforeAll
  static void start() {
    redis = RedisKind.EMBEDDED.start("", "");
    session = RedisSession.open(RedisUri.of(redis.uri()));
  }

  @AfterAll
  static void close() {
    session.close();
    redis.close();
  }

  @Test
  void anEmbeddedRedisKeepsNothingOnDiskAndListensOnLoopbackOnly() {
    assertThat(redis.description())
        .matches("embedded, Redis \\d+\\.\\d+\\.\\d+ at 127\\.0\\.0\\.1:" + redis.port());
    assertThat(redis.notes()).isEmpty();
    assertThat(Path.of(session.serverInfo("config_file")))
        .content()
        .contains("bind 127.0.0.1", "save \"\"", "appendonly no");
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
    RedisServer own = RedisKind.EMBEDDED.start("", "");
    long pid;
    Path folder;
    try (RedisSession other = RedisSession.open(RedisUri.of(own.uri()))) {
      pid = pid(other);
      folder = folder(other);
    }
    assertThat(folder).exists();

    own.close();

    assertThat(ProcessHandle.of(pid)).isEmpty();
    awaitDeletion(folder);
  }

  @Test
  void anExternalRedisIsLeftRunning() {
    try (RedisServer external = RedisKind.EXTERNAL.start(redis.uri(), "")) {
      assertThat(external.description())
          .startsWith("external, Redis ")
          .endsWith(" at 127.0.0.1:" + redis.port())
          .doesNotContain(password());
    }
    assertThat(session.connection().sync().ping()).isEqualTo("PONG");
  }

  @Test
  void anExternalRedisThatDoesNotAnswerIsNamedWithoutItsPassword() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    assertThatThrownBy(() -> RedisKind.EXTERNAL.start("redis://:secret@127.0.0.1:" + port, ""))
        .isInstanceOf(RedisUnavailableException.class)
        .hasMessageContainingAll("127.0.0.1:" + port, "refused")
        .hasMessageNotContainingAny("secret", "\n");
  }

  @Test
  void aWrongPasswordIsRefusedWithoutShowingIt() {
    String wrong = redis.uri().replace(password(), "wrongone");
    assertThatThrownBy(() -> RedisKind.EXTERNAL.start(wrong, ""))
        .isInstanceOf(RedisUnavailableException.class)
        // Lettuce reports the refusal, or the closed connection if that comes first.
        .message()
        .containsPattern("WRONGPASS|Connection closed prematurely")
        .doesNotContain("wrongone", "\n");
  }

  /** {@link ContainerRedisIT} starts one. */
  @Test
  void autoIsEmbeddedWithANoteWhereNoContainerStarts() {
    System.setProperty(ContainerRedis.IMAGE_SETTING, "localhost:1/poolbench/no-such-image:1");
    try (RedisServer auto = RedisKind.AUTO.start("", "")) {
      assertThat(auto.description()).startsWith("embedded, ");
      assertThat(auto.notes()).first().asString().startsWith("no Redis container: ");
    } finally {
      System.clearProperty(ContainerRedis.IMAGE_SETTING);
    }
  }

  @Test
  void theReaperImageIsTheOneOfTestcontainers() throws IOException {
    String classFile = "/org/testcontainers/utility/RyukContainer.class";
    try (InputStream bytes = GenericContainer.class.getResourceAsStream(classFile)) {
      assertThat(new String(bytes.readAllBytes(), ISO_8859_1))
          .contains(ContainerRedis.REAPER_IMAGE);
    }
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
    DataSet dataSet = new DataSet(2_501);
    byte[] other = "someone else's".getBytes(UTF_8);
    RedisCommands<byte[], byte[]> commands = session.connection().sync();
    commands.set(other, other);

    DataSetWriter.write(dataSet, redis.uri());

    assertThat(commands.info("keyspace")).contains("db0:keys=2502,");
    assertThat(commands.get(other)).isEqualTo(other);
    for (int i = 0; i < dataSet.records(); i++) {
      byte[] stored = commands.get(UserInfo.key(dataSet.pin(i)).getBytes(UTF_8));
      assertThat(UserInfo.decode(stored)).isEqualTo(dataSet.user(i));
    }
  }

  @Test
  void aRedisTooSmallForTheDataSetIsNamedWithTheReason() {
    try (RedisServer small = EmbeddedRedis.start("", List.of("maxmemory 3mb"))) {
      assertThatThrownBy(() -> DataSetWriter.write(new DataSet(10_000), small.uri()))
          .isInstanceOf(RedisUnavailableException.class)
          .hasMessageContainingAll("127.0.0.1:" + small.port(), "OOM")
          .hasMessageNotContaining("password");
    }
  }

  @Test
  void aRedisThatEvictsUsersIsDetected() {
    List<String> settings = List.of("maxmemory-policy allkeys-random", "maxmemory 4mb");
    try (RedisServer evicting = EmbeddedRedis.start("", settings)) {
      assertThatThrownBy(() -> DataSetWriter.write(new DataSet(20_000), evicting.uri()))
          .isInstanceOf(RedisUnavailableException.class)
          .hasMessageContaining("of 20000 users");
    }
  }

  /** Another account of the host can connect to the port, but has no password. */
  @Test
  void withoutThePasswordNoCommandIsCarriedOut() throws Exception {
    for (String command :
        List.of(
            "INFO", "CONFIG SET dir /tmp", "MODULE LOAD /tmp/x.so", "SAVE", "KEYS *", "GET x")) {
      assertThat(answers(command)).as(command).singleElement().asString().matches(REFUSED);
    }
  }

  /** A password that leaks does not give the rights of the user who runs poolbench. */
  @Test
  void withThePasswordNoCommandThatPoolbenchDoesNotSendIsCarriedOut() throws Exception {
    String login = "AUTH " + password();
    for (String command :
        List.of(
            "CONFIG SET dir /tmp",
            "CONFIG GET dir",
            "MODULE LIST",
            "DEBUG SLEEP 0",
            "SCRIPT FLUSH",
            "EVAL return 0",
            "FUNCTION LIST",
            "SAVE",
            "BGSAVE",
            "REPLICAOF 127.0.0.1 1",
            "MIGRATE 127.0.0.1 1 x 0 1",
            "RESTORE x 0 y",
            "ACL LIST",
            "SHUTDOWN")) {
      List<String> lines = answers(login, command);
      assertThat(lines).as(command).hasSize(2).startsWith("+OK");
      assertThat(lines.get(1)).as(command).matches(REFUSED);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void otherUsersCannotReadThePassword() throws Exception {
    String password = password();
    assertThat(password).matches("[0-9a-f]{64}");
    Path folder = folder(session);
    assertThat(Files.getPosixFilePermissions(folder))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(folder.resolve("redis.conf")).content().doesNotContain(password);
    try (Stream<ProcessHandle> started = ProcessHandle.current().descendants()) {
      List<Long> pids = started.map(ProcessHandle::pid).toList();
      assertThat(pids).contains(pid(session));
      for (long pid : pids) {
        assertThat(Path.of("/proc", Long.toString(pid), "cmdline"))
            .content(ISO_8859_1)
            .doesNotContain(password);
      }
    }
  }

  /** The line with which Redis answers each command. */
  private List<String> answers(String... commands) throws IOException {
    try (Socket socket = new Socket(redis.host(), redis.port())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write((String.join("\r\n", commands) + "\r\n").getBytes(UTF_8));
      BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      List<String> lines = new ArrayList<>();
      for (String unused : commands) {
        lines.add(in.readLine());
      }
      return lines;
    }
  }

  private static String password() {
    return redis.uri().replaceAll(".*//:|@.*", "");
  }

  private static Path folder(RedisSession session) {
    return Path.of(session.serverInfo("config_file")).getParent();
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
}
