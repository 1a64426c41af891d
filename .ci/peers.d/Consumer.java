import com.sun.management.OperatingSystemMXBean;
import io.poolbench.api.PingService;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.rpc.RpcContext;
import org.apache.dubbo.rpc.model.ApplicationModel;

/**
 * Callers in a closed loop through Dubbo's asynchronous reference, as Dubbo's consumers have it by default, on one
 * connection. Arguments: URL, callers, seconds of warm-up, seconds. Prints calls a second, the process's CPU time per
 * call in us, and the calls that failed, all three after the warm-up.
 */
public final class Consumer {
  private static final int TIMEOUT_MILLIS = 5_000;

  /** A caller whose call failed pauses, as those of poolbench do. */
  private static final Executor PAUSED =
      CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS);

  private static final LongAdder CALLS = new LongAdder();
  private static final LongAdder FAILED = new LongAdder();

  private Consumer() {}

  public static void main(String[] arguments) throws InterruptedException {
    PingService service = reference(arguments[0]).get();
    for (int caller = Integer.parseInt(arguments[1]); caller > 0; caller--) {
      call(service);
    }
    TimeUnit.SECONDS.sleep(Integer.parseInt(arguments[2]));
    Sample first = Sample.now();
    TimeUnit.SECONDS.sleep(Integer.parseInt(arguments[3]));
    Sample last = Sample.now();
    double calls = last.calls - first.calls;
    System.out.printf(
        "%f %f %d%n",
        calls * 1e9 / (last.nanos - first.nanos),
        (last.cpuNanos - first.cpuNanos) / 1e3 / calls,
        last.failed - first.failed);
    System.exit(calls > 0 ? 0 : 1);
  }

  private static ReferenceConfig<PingService> reference(String url) {
    ApplicationConfig application = new ApplicationConfig("peer");
    application.setQosEnable(false);
    application.setRegisterMode("interface"); // Otherwise Dubbo exports its metadata as a service.
    ApplicationModel.defaultModel().getApplicationConfigManager().setApplication(application);
    ReferenceConfig<PingService> reference = new ReferenceConfig<>();
    reference.setInterface(PingService.class);
    reference.setUrl(url);
    reference.setAsync(true);
    reference.setRetries(0);
    reference.setTimeout(TIMEOUT_MILLIS);
    return reference;
  }

  private static void call(PingService service) {
    service.empty();
    RpcContext.getServiceContext().getCompletableFuture().whenComplete((answer, failure) -> {
      (failure == null ? CALLS : FAILED).increment();
      if (failure == null) {
        call(service);
      } else {
        PAUSED.execute(() -> call(service));
      }
    });
  }

  private record Sample(long nanos, long cpuNanos, long calls, long failed) {
    static Sample now() {
      OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
      return new Sample(System.nanoTime(), process.getProcessCpuTime(), CALLS.sum(), FAILED.sum());
    }
  }
}
