package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.RpcProtocol;
import io.poolbench.load.Destination;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Outcome;
import io.poolbench.load.Target;
import io.poolbench.study.CallSettings;
import io.poolbench.study.DriverSettings;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.dubbo.rpc.RpcInvocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An application is called by its own classes, apart from the driver's. */
class IsolatedCallsTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  @TempDir static Path folder;
  @RegisterExtension static final TestApplication APPLICATION = new TestApplication(() -> folder);

  @ParameterizedTest
  @EnumSource(RpcProtocol.class)
  void aSingleCallIsAnswered(RpcProtocol protocol) throws IOException {
    try (TestProvider provider = APPLICATION.export(protocol, service -> {});
        ServiceCalls calls = ServiceCalls.open(List.of(APPLICATION.jar().toString()))) {
      ServiceCalls.Answer answer =
          calls.send(Calls.of("find(long)", "[7]"), protocol, provider.address(), TIMEOUT);

      assertThat(answer.failed()).as(answer.text()).isFalse();
      assertThat(answer.text()).contains("\"customer\" : \"by id\"", "\"status\" : \"PAID\"");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"wire", "tri"})
  void eachClientCalls(String client) throws Exception {
    RpcProtocol protocol = client.equals("tri") ? RpcProtocol.TRI : RpcProtocol.DUBBO;
    CallSettings call = Calls.of("find(long)", "[7]");
    CompletableFuture<Outcome> ended = new CompletableFuture<>();
    FailureReasons reasons = new FailureReasons();
    try (TestProvider provider = APPLICATION.export(protocol, service -> {});
        ServiceCalls calls = ServiceCalls.open(List.of(APPLICATION.jar().toString()));
        Target target =
            calls
                .targets(
                    new DriverSettings(client, call, 1, TIMEOUT.toMillis(), 1),
                    protocol,
                    Destination.direct(provider.address()),
                    TestService.USERS,
                    reasons)
                .open(1, (slot, outcome, sent, answered) -> ended.complete(outcome))) {
      target.send(0);

      assertThat(ended.get()).as(reasons.counts().toString()).isEqualTo(Outcome.OK);
    }
  }

  @Test
  void whatIsSharedIsTheSameAndWhatIsNotIsAnother() throws Exception {
    URL classes = APPLICATION.classes().classPath().get(0).toUri().toURL();
    try (URLClassLoader loader = new IsolatedLoader(new URL[] {classes})) {
      assertThat(loader.loadClass(Target.class.getName())).isSameAs(Target.class);
      assertThat(loader.loadClass(ServiceCalls.Answer.class.getName()))
          .isSameAs(ServiceCalls.Answer.class);
      assertThat(loader.loadClass(RpcInvocation.class.getName())).isNotSameAs(RpcInvocation.class);
      assertThat(loader.loadClass(TestApplication.TAG).getProtectionDomain().getCodeSource())
          .extracting(source -> source.getLocation())
          .isEqualTo(classes);
    }
  }

  /** As Dubbo compiles its adaptive extensions against the class files that it finds. */
  @Test
  void ruleFilesOfDubboAreOfTheClassesThatAreLoaded() throws Exception {
    Path other = Files.createDirectories(folder.resolve("dubbo27"));
    List<String> hidden =
        List.of(
            "org/apache/dubbo/rpc/RpcInvocation.class",
            "META-INF/dubbo/org.apache.dubbo.rpc.Filter",
            "META-INF/dubbo/internal/org.apache.dubbo.rpc.Protocol");
    String seen = "META-INF/dubbo/org.apache.dubbo.common.serialize.Serialization";
    for (String name : Stream.concat(hidden.stream(), Stream.of(seen)).toList()) {
      Path file = other.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "");
    }

    try (URLClassLoader loader = new IsolatedLoader(new URL[] {other.toUri().toURL()})) {
      for (String name : hidden) {
        assertThat(Collections.list(loader.getResources(name)))
            .noneMatch(found -> found.toString().contains("dubbo27"));
      }
      assertThat(loader.getResource(seen).toString()).contains("dubbo27");
    }
  }
}
