package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolbench.api.PingService;
import io.poolbench.api.RpcProtocol;
import io.poolbench.study.CallSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One call, as an inspection makes it. */
class SingleCallTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final String TOKEN = "a-token-of-this-test";

  @Test
  void ruleAServiceWithATokenAnswersOnlyThoseWhoSendIt() throws IOException {
    try (TestProvider provider =
        TestProvider.exporting(
            RpcProtocol.DUBBO,
            PingService.class,
            new TestService(),
            service -> service.setToken(TOKEN))) {
      ServiceCalls.Answer refused = call(RpcProtocol.DUBBO, provider.address(), Map.of());
      ServiceCalls.Answer answered =
          call(RpcProtocol.DUBBO, provider.address(), Map.of("token", TOKEN));

      assertThat(refused.failed()).isTrue();
      assertThat(refused.text()).startsWith("status 70 (token required").hasLineCount(1);
      assertThat(answered.failed()).as(answered.text()).isFalse();
    }
  }

  @Test
  void aProviderOfTripleIsFound() throws IOException {
    try (TestProvider provider =
        TestProvider.exporting(
            RpcProtocol.TRI, PingService.class, new TestService(), service -> {})) {
      assertThat(SingleCall.settings(provider.address(), TIMEOUT)).isPositive();
    }
  }

  @Test
  void aMessageOfProtobufIsShownInItsOwnForm() throws IOException {
    TargetCallTest.Types service = type -> type;
    try (TestProvider provider =
        TestProvider.exporting(
            RpcProtocol.TRI, TargetCallTest.Types.class, service, export -> {})) {
      ServiceCalls.Answer answered =
          SingleCall.send(
              Calls.of(
                  TargetCallTest.Types.class.getName(),
                  "named",
                  "[{\"name\": \"order\"}]",
                  Map.of()),
              TestService.CLASSES,
              RpcProtocol.TRI,
              provider.address(),
              TIMEOUT);

      assertThat(new ObjectMapper().readTree(answered.text()).path("name").textValue())
          .isEqualTo("order");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void anAnswerThatIsCutIsNoAnswer(int bodyBytes) throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            connection -> {
              byte[] answer = ScriptedServer.emptyAnswer(ScriptedServer.readFrame(connection), 0);
              answer[DubboFrame.HEADER_BYTES - 1] = 2; // the length of the body
              connection.getOutputStream().write(answer, 0, DubboFrame.HEADER_BYTES + bodyBytes);
            })) {
      assertThatThrownBy(() -> call(RpcProtocol.DUBBO, server.address(), Map.of()))
          .isInstanceOf(IOException.class)
          .hasMessage("answer cut: %d of 2 bytes", bodyBytes);
    }
  }

  @Test
  void aProviderThatSendsHeartbeatsOnlyIsGivenUpWhenTheTimeIsOver() throws IOException {
    byte[] heartbeat = new byte[DubboFrame.HEADER_BYTES];
    heartbeat[0] = (byte) 0xda;
    heartbeat[1] = (byte) 0xbb;
    heartbeat[2] = (byte) 0xe2;
    CallSettings call = Calls.of(PingService.class.getName(), "empty", "[]", Map.of());
    try (ScriptedServer server =
        new ScriptedServer(
            connection -> {
              while (true) {
                connection.getOutputStream().write(heartbeat);
              }
            })) {
      assertTimeoutPreemptively(
          Duration.ofSeconds(60),
          () -> {
            assertThatThrownBy(
                    () ->
                        SingleCall.send(
                            call,
                            TestService.CLASSES,
                            RpcProtocol.DUBBO,
                            server.address(),
                            Duration.ofMillis(300)))
                .isInstanceOf(SocketTimeoutException.class);
          });
    }
  }

  @Test
  void aPortThatNeverSpeaksTripleIsAProviderThatIsNotReached() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(
              () ->
                  SingleCall.send(
                      Calls.of(PingService.class.getName(), "empty", "[]", Map.of()),
                      TestService.CLASSES,
                      RpcProtocol.TRI,
                      (InetSocketAddress) silent.getLocalSocketAddress(),
                      Duration.ofMillis(200)))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("no provider at ");
    }
  }

  private static ServiceCalls.Answer call(
      RpcProtocol protocol, InetSocketAddress provider, Map<String, String> attachments)
      throws IOException {
    CallSettings call = Calls.of(PingService.class.getName(), "empty", "[]", attachments);
    return SingleCall.send(call, TestService.CLASSES, protocol, provider, TIMEOUT);
  }
}
