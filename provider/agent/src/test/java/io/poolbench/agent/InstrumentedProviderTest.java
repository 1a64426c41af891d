package io.poolbench.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.pool.HikariPool;
import io.poolbench.api.Ready;
import io.poolbench.core.AgentLaunch;
import io.poolbench.core.AgentProtocol;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.threadpool.support.fixed.FixedThreadPool;
import org.apache.dubbo.common.url.component.ServiceConfigURL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class InstrumentedProviderTest {
  private static final URL ORDERS =
      new ServiceConfigURL("dubbo", AgentProtocol.LOOPBACK, 20_880, "Orders", Map.of());

  @TempDir private Path folder;

  private final ByteArrayOutputStream output = new ByteArrayOutputStream();

  /** The request arrives while the agent gives a pool of connections its size back. */
  @Test
  @Timeout(60)
  void anAttachmentEndsAlsoWhileARequestWaits() throws Exception {
    AtomicReference<Runnable> atResize = new AtomicReference<>(() -> {});
    HikariPool connections = connections(atResize);
    InstrumentedProvider target = target();
    ExecutorService pool = (ExecutorService) target.pool(new FixedThreadPool(), ORDERS);
    target.connectionPoolBuilt(connections);
    target.attach(AgentLaunch.NONE, new AgentOutput(output));
    target.exported(new TestInvoker(ORDERS, CharSequence.class));
    String metrics = "http://" + AgentProtocol.LOOPBACK + ":" + metricsPort(target);
    URI report = URI.create(metrics + AgentProtocol.PROVIDER_PATH);
    target.apply(AgentProtocol.RESIZE_CONNECTIONS + "12 orders");
    AtomicReference<Future<?>> answer = new AtomicReference<>();
    atResize.set(
        () -> {
          answer.set(
              HttpClient.newHttpClient()
                  .sendAsync(HttpRequest.newBuilder(report).build(), BodyHandlers.discarding()));
          while (!aRequestWaits()) {
            Thread.onSpinWait();
          }
        });

    target.detach();

    assertThat(answer.get()).isNotNull();
    assertThat(connections.config.getMaximumPoolSize()).isEqualTo(6);
    connections.shutdown();
    pool.shutdownNow();
  }

  private InstrumentedProvider target() throws Exception {
    Path jar = Files.writeString(folder.resolve("agent.jar"), "this build");
    Path file = folder.resolve("own").resolve("program");
    return new InstrumentedProvider(new AttachPoint(file, jar, Thread.currentThread()));
  }

  private static HikariPool connections(AtomicReference<Runnable> atResize) {
    HikariConfig config =
        new HikariConfig() {
          @Override
          public void setMaximumPoolSize(int size) {
            super.setMaximumPoolSize(size);
            atResize.get().run();
          }
        };
    config.setDataSource(ObservedConnectionsTest.answering(DataSource.class));
    config.setPoolName("orders");
    config.setMaximumPoolSize(6);
    return new HikariPool(config);
  }

  private int metricsPort(InstrumentedProvider target) {
    while (!target.reportIfReady(true)) {
      Thread.onSpinWait();
    }
    return output
        .toString(UTF_8)
        .lines()
        .flatMap(line -> Ready.parse(line).stream())
        .findFirst()
        .orElseThrow()
        .endpoints()
        .get(0)
        .metricsPort();
  }

  private static boolean aRequestWaits() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getState() == Thread.State.BLOCKED)
        .flatMap(thread -> Arrays.stream(thread.getValue()))
        .anyMatch(frame -> frame.getClassName().equals(InstrumentedProvider.class.getName()));
  }
}
