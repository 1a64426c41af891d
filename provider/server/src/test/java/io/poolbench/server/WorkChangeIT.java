package io.poolbench.server;

import static io.poolbench.server.RedisWithAlice.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.ProviderMetrics;
import io.poolbench.api.Ready;
import io.poolbench.api.WorkChange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A provider process that is given another amount of work while it runs. */
@Timeout(60)
class WorkChangeIT {
  /** A round is six operations, each of which needs the one before: 0.24 s at 5 GHz. */
  private static final WorkChange BUSY = new WorkChange(200_000_000);

  private static final double LEAST_BUSY_SECONDS = 0.05;

  private static final String REST_SECONDS = ProviderMetrics.sum(ProviderMetrics.APPLICATION);

  @RegisterExtension static final RedisWithAlice REDIS = new RedisWithAlice();

  @TempDir Path folder;

  @Test
  void callsDoWhatItWasToldLastAndItSaysSo() throws Exception {
    try (ProviderProcess provider = start()) {
      Ready ready = provider.awaitReady();
      try (Consumer consumer = new Consumer(ready)) {
        double idle = restSecondsOfCall(consumer, ready, 1);
        provider.say(BUSY.toLine());
        assertThat(provider.nextLine()).isEqualTo(BUSY.toLine());
        double busy = restSecondsOfCall(consumer, ready, 2);

        assertThat(busy).isGreaterThan(LEAST_BUSY_SECONDS).isGreaterThan(idle);
        assertThat(provider.errors()).isEmpty();
      }
    }
  }

  @Test
  void aLineThatItDoesNotKnowIsOneWarningAndChangesNothing() throws Exception {
    try (ProviderProcess provider = start()) {
      Ready ready = provider.awaitReady();
      try (Consumer consumer = new Consumer(ready)) {
        provider.say("cpuIterations=many");
        provider.say(new WorkChange(1).toLine());

        assertThat(provider.nextLine()).isEqualTo(new WorkChange(1).toLine());
        assertThat(provider.errors()).contains("cpuIterations=many").hasLineCount(1);
        assertThat(consumer.service().findUserInfo("alice")).isEqualTo(ALICE);
      }
    }
  }

  private ProviderProcess start() throws IOException {
    return ProviderProcess.start(Launches.withRedis(REDIS.uri()), folder);
  }

  /** The service's time without its Redis read, of the call that is this one by number. */
  private static double restSecondsOfCall(Consumer consumer, Ready ready, int number)
      throws Exception {
    double before = ProviderProcess.scrape(ready).get(REST_SECONDS);
    assertThat(consumer.service().findUserInfo("alice")).isEqualTo(ALICE);
    Map<String, Double> metrics = ProviderProcess.scrape(ready);
    // The answer leaves before its task ends.
    while (metrics.get(ProviderMetrics.POOL_COMPLETED) < number) {
      metrics = ProviderProcess.scrape(ready);
    }
    return metrics.get(REST_SECONDS) - before;
  }
}
