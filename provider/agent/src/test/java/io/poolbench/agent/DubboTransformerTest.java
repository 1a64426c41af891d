package io.poolbench.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.core.AgentLaunch;
import io.poolbench.core.AgentProtocol;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Modifier;
import net.bytebuddy.description.type.TypeDescription;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DubboTransformerTest {
  /** Agents of monitoring have class loaders of their own, which hide this agent. */
  @ParameterizedTest
  @CsvSource({
    "org.apache.dubbo.rpc.proxy.AbstractProxyInvoker, true",
    "com.example.OwnThreadPool, true",
    "com.zaxxer.hikari.pool.HikariPool, false",
    "io.grpc.netty.shaded.io.netty.bootstrap.AbstractBootstrap, false"
  })
  void aClassThatDoesNotSeeTheAgentIsReportedUnlessAToolMayHaveIt(String name, boolean reported) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    InstrumentedProvider target =
        new InstrumentedProvider(AgentLaunch.NONE, new AgentOutput(output));

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
