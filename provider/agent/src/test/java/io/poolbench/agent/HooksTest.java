package io.poolbench.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.poolbench.core.AgentLaunch;
import io.poolbench.core.AgentProtocol;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Modifier;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import net.bytebuddy.ClassFileVersion;
import net.bytebuddy.description.type.TypeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HooksTest {
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();

  /** Objects that are none of Dubbo's make each hook fail. */
  @Test
  void aHookThatFailsLeavesTheProviderAloneAndIsReportedOnceWithTheClass() {
    Hooks.install(new InstrumentedProvider(AgentLaunch.NONE, new AgentOutput(output), null));
    InetSocketAddress address = new InetSocketAddress(0);

    assertThat(Hooks.poolAsked(this, this)).isNull();
    assertThat(Hooks.bindAddress(null, address)).isSameAs(address);
    assertThatCode(() -> Hooks.exported(this)).doesNotThrowAnyException();
    assertThatCode(() -> Hooks.callEnded()).doesNotThrowAnyException();

    assertThat(output.toString(UTF_8).lines().filter(line -> !line.isEmpty()))
        .singleElement()
        .asString()
        .startsWith(AgentProtocol.BROKEN + " code=" + AgentProtocol.AGENT_FAILED)
        .contains(HooksTest.class.getName());
  }

  /** Nothing is open, and no driver is told, before the program exports a service. */
  @Test
  void aProgramToAttachToListensWhereItIsConfiguredAndIsNotMeasured() {
    Path file = Path.of("no such folder", "file");
    InstrumentedProvider target =
        new InstrumentedProvider(new AttachPoint(file, file, Thread.currentThread(), null), null);
    Hooks.install(target);
    InetSocketAddress any = new InetSocketAddress(0);

    assertThat(Hooks.bindAddress(new ServerBootstrap(), any)).isSameAs(any);
    assertThat(Hooks.poolAsked(this, this)).isNull();
    target.detach();
    assertThat(file.getParent()).doesNotExist();
  }

  /** Has the name of Netty's class. */
  private static final class ServerBootstrap {}

  /** It takes no object that could make it fail: without the agent's own it does. */
  @Test
  void aHookWithoutArgumentsThatFailsIsReportedToo() {
    Hooks.install(
        new InstrumentedProvider(AgentLaunch.NONE, new AgentOutput(output), null) {
          @Override
          BusinessCalls calls() {
            throw new IllegalStateException("as the agent's code may");
          }
        });

    assertThatCode(Hooks::callBegun).doesNotThrowAnyException();

    assertThat(output.toString(UTF_8).strip())
        .startsWith(AgentProtocol.BROKEN + " code=" + AgentProtocol.AGENT_FAILED);
  }

  @Test
  void aJdkNewerThanTheBytecodeLibraryIsNamed() {
    int newest = ClassFileVersion.latest().getJavaVersion();
    Agent.requireKnownJdk("1.8");
    Agent.requireKnownJdk(Integer.toString(newest));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Agent.requireKnownJdk(Integer.toString(newest + 1)))
        .withMessageContainingAll("JDK " + (newest + 1), "up to JDK " + newest);
  }

  /** Agents of monitoring have class loaders of their own, which hide this agent. */
  @ParameterizedTest
  @CsvSource({
    "org.apache.dubbo.rpc.proxy.AbstractProxyInvoker, true",
    "com.example.OwnThreadPool, true",
    "com.zaxxer.hikari.pool.HikariPool, false",
    "io.grpc.netty.shaded.io.netty.bootstrap.AbstractBootstrap, false"
  })
  void aClassThatDoesNotSeeTheAgentIsReportedUnlessAToolMayHaveIt(String name, boolean reported) {
    InstrumentedProvider target =
        new InstrumentedProvider(AgentLaunch.NONE, new AgentOutput(output), null);

    new DubboTransformer.Discovery(target)
        .onTransformation(
            new TypeDescription.Latent(name, Modifier.PUBLIC, null),
            ClassLoader.getPlatformClassLoader(),
            null,
            false,
            null);

    assertThat(output.toString(UTF_8).contains(AgentProtocol.BROKEN)).isEqualTo(reported);
  }
}
