package io.poolbench.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Point;
import java.nio.file.Path;
import org.apache.dubbo.common.utils.SerializeCheckStatus;
import org.apache.dubbo.rpc.RpcContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a caller can make a real provider build of bytes. */
@Timeout(60)
class DeserializationIT {
  @RegisterExtension static final RedisWithAlice REDIS = new RedisWithAlice();

  @TempDir Path folder;

  /** Hessian reads what it may not build as a map, so the call itself is answered. */
  @Test
  void anObjectOfAClassThatTheServiceDoesNotUseIsNotBuilt() throws Exception {
    try (ProviderProcess provider =
            ProviderProcess.start(Launches.withRedis("redis://127.0.0.1:" + REDIS.port()), folder);
        Consumer consumer = new Consumer(provider.awaitReady(), SerializeCheckStatus.DISABLE)) {
      attach("a text, which is allowed");
      consumer.service().empty();
      assertThat(provider.errors()).isEmpty();

      attach(new Point(1, 2));
      consumer.service().empty();

      assertThat(provider.errors())
          .contains("java.awt.Point is not in allow list. Current mode is `STRICT`");
    }
  }

  private static void attach(Object value) {
    RpcContext.getClientAttachment().setObjectAttachment("attached", value);
  }
}
