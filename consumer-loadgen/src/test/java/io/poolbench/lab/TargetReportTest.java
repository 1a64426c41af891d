package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.poolbench.api.EffectivePool;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TargetReportTest {
  private static final String TEXT =
      """
      dubbo=3.3.6
      java=17.0.15
      pools=2
      pool.0.protocol=dubbo
      pool.0.port=20880
      pool.0.extension=CachedThreadPool
      pool.0.executor=ThreadPoolExecutor
      pool.0.core=2
      pool.0.max=100
      pool.0.keepAliveMillis=60000
      pool.0.queue=SynchronousQueue
      pool.0.capacity=0
      pool.0.handler=AbortPolicyWithReport
      pool.0.builtBy=o.a.d.metadata.MetadataService
      pool.0.replaced=false
      pool.0.configured.threadpool=cached
      pool.0.configured.threads=100
      pool.1.protocol=tri
      pool.1.port=50051
      pool.1.extension=virtual
      pool.1.executor=ThreadPerTaskExecutor
      pool.1.core=-
      pool.1.replaced=true
      services=1
      service.0.url=dubbo\\://10.0.0.1\\:20880/com.example.shop.OrderService?threads\\=600
      service.0.interface=com.example.shop.OrderService
      service.0.version=1.0.0
      service.0.group=warehouse
      service.0.protocol=dubbo
      service.0.port=20880
      service.0.serialization=hessian2
      service.0.methods=2
      service.0.method.0=find(long,java.util.Map<java.lang.String,java.util.List<a.B$C>>):a.Order
      service.0.method.1=ping():void
      """;

  private final TargetReport report = TargetReport.parse(TEXT);

  @Test
  void poolsAreReadAsTheyRunAndAsTheyWereConfigured() {
    assertThat(report.dubbo()).isEqualTo("3.3.6");
    assertThat(report.java()).isEqualTo("17.0.15");
    assertThat(report.pools())
        .containsExactly(
            new TargetReport.Pool(
                "dubbo",
                20880,
                "cached",
                new EffectivePool("ThreadPoolExecutor", 2, 100, 60_000L, "SynchronousQueue", 0),
                Map.of("threadpool", "cached", "threads", "100"),
                "o.a.d.metadata.MetadataService",
                false),
            new TargetReport.Pool(
                "tri",
                50051,
                "virtual",
                EffectivePool.ofClass("ThreadPerTaskExecutor"),
                Map.of(),
                "",
                true));
  }

  @Test
  void servicesAreNamedByGroupInterfaceAndVersion() {
    TargetService service = report.services(20880).get(0);

    assertThat(service.key()).isEqualTo("warehouse/com.example.shop.OrderService:1.0.0");
    assertThat(service.url()).endsWith("OrderService?threads=600");
    assertThat(report.services(50051)).isEmpty();
  }

  @Test
  void commasWithinTypeArgumentsDoNotSeparateParameters() {
    List<TargetService.Method> methods = report.services().get(0).methods();

    assertThat(methods.get(0).parameterTypes())
        .containsExactly("long", "java.util.Map<java.lang.String,java.util.List<a.B$C>>");
    assertThat(methods.get(0).text()).isEqualTo("find(long, Map<String,List<B$C>>): Order");
    assertThat(methods.get(1).parameterTypes()).isEmpty();
  }

  @Test
  void aTextWithoutWhatEveryReportHasIsRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> TargetReport.parse("dubbo=3.3.6"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TargetReport.parse(TEXT.replace("ping():void", "ping")));
  }
}
