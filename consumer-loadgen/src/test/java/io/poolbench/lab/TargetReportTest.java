package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.EffectivePool;
import io.poolbench.journal.ViolationCode;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetReportTest {
  static final String TEXT =
      """
      {"dubbo": "3.3.6", "java": "17.0.15",
       "pools": [
        {"protocol": "dubbo", "port": 20880, "extension": "CachedThreadPool",
         "runs": {"executorClass": "ThreadPoolExecutor", "coreThreads": 2, "maxThreads": 100,
          "keepAliveMillis": 60000, "queueClass": "SynchronousQueue", "queueCapacity": 0,
          "rejectedBy": "Handler"},
         "configured": {"threadpool": "cached", "threads": "100"},
         "replaceable": true, "exchangedBy": "a.b.Proxy"},
        {"protocol": "tri", "port": 50051, "extension": "virtual",
         "runs": {"executorClass": "ThreadPerTaskExecutor"}, "configured": {},
         "replaceable": false, "exchangedBy": ""}],
       "jvmOptions": ["-Xmx1g"],
       "classPath": ["/opt/order.jar"],
       "services": [
        {"url": "dubbo://10.0.0.1:20880/com.example.shop.OrderService?threads=600",
         "interfaceName": "com.example.shop.OrderService", "version": "1.0.0",
         "group": "warehouse", "protocol": "dubbo", "port": 20880, "serialization": "hessian2",
         "generic": false, "methods": [
          {"name": "find", "returnType": "a.Order", "parameterTypes":
           ["long", "java.util.Map<java.lang.String,java.util.List<a.B$C>>"]}]}],
       "references": [
        {"method": "a.Prices.price", "json": "7", "nanos": 3000000, "problem": "", "varies": true},
        {"method": "a.Prices.open", "nanos": 1, "problem": "failed", "varies": false}]}
      """;

  private final TargetReport report = TargetReport.parse(TEXT);

  @Test
  void poolsAreReadAsTheyRunAndAsTheyWereConfigured() {
    assertThat(report.dubbo()).isEqualTo("3.3.6");
    assertThat(report.java()).isEqualTo("17.0.15");
    assertThat(report.pools())
        .extracting(TargetReport.Pool::type)
        .containsExactly("cached", "virtual");
    assertThat(report.pools().get(0).configured()).containsEntry("threads", "100");
    assertThat(report.pools().get(1).runs())
        .isEqualTo(EffectivePool.ofClass("ThreadPerTaskExecutor"));
  }

  @Test
  void aPoolThatTheProgramExchangedIsNotMeasured() {
    assertThatThrownBy(() -> report.requireMeasured(20880))
        .isInstanceOfSatisfying(
            LabException.class,
            failed -> assertThat(failed.code()).isEqualTo(ViolationCode.POOL_NOT_REPLACED))
        .hasMessageContaining("a.b.Proxy");
    assertThatCode(() -> report.requireMeasured(50051)).doesNotThrowAnyException();
  }

  @Test
  void aReferenceWithoutAnAnswerIsNotRecorded() {
    assertThat(report.references())
        .containsExactly(
            new TargetReport.Reference("a.Prices.price", "7", 3_000_000, "", true),
            new TargetReport.Reference("a.Prices.open", null, 1, "failed", false));
    assertThat(report.references())
        .extracting(TargetReport.Reference::isRecorded)
        .containsExactly(true, false);
  }

  @Test
  void servicesAreNamedByGroupInterfaceAndVersion() {
    TargetService service = report.services(20880).get(0);

    assertThat(service.key()).isEqualTo("warehouse/com.example.shop.OrderService:1.0.0");
    assertThat(service.url()).endsWith("OrderService?threads=600");
    assertThat(report.services(50051)).isEmpty();
    assertThat(report.services(0)).isEqualTo(report.services());
  }

  @ParameterizedTest
  @CsvSource({
    "find, '', true",
    "find, 'readOnly: true,', true",
    "find, 'readOnly: false,', false",
    "save, '', false",
    "save, 'readOnly: true,', true"
  })
  void aMethodReadsByItsTransactionOrElseByItsName(String name, String readOnly, boolean reads) {
    String text = TEXT.replace("{\"name\": \"find\",", "{\"name\": \"" + name + "\"," + readOnly);

    assertThat(TargetReport.parse(text).services().get(0).methods().get(0).reads())
        .isEqualTo(reads);
  }

  @ParameterizedTest
  @CsvSource({
    "executes=4, 4",
    "executes=4&find.executes=2, 2",
    "other.executes=2,",
    "executes=0,",
    "executes=-1,"
  })
  void callsAtOnceAreLimitedByMethodOrElseByService(String parameters, Integer most) {
    TargetService service =
        TargetReport.parse(TEXT.replace("threads=600", parameters)).services().get(0);

    assertThat(service.executes(service.methods().get(0)))
        .isEqualTo(most == null ? OptionalInt.empty() : OptionalInt.of(most));
  }

  @Test
  void commasWithinTypeArgumentsDoNotSeparateParameters() {
    TargetService.Method find =
        TargetService.Method.parse(
            "find(long,java.util.Map<java.lang.String,java.util.List<a.B$C>>):a.Order");

    assertThat(find).isEqualTo(report.services().get(0).methods().get(0));
    assertThat(find.text()).isEqualTo("find(long, Map<String,List<B.C>>): Order");
    assertThat(TargetService.Method.parse("ping():void").parameterTypes()).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> TargetService.Method.parse("ping"));
  }

  @Test
  void aTextWithoutWhatEveryReportHasIsRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> TargetReport.parse("{\"dubbo\":\"3\"}"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TargetReport.parse(TEXT.replace("\"executorClass\"", "\"class\"")));
  }
}
