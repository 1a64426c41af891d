package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Set;
import org.apache.dubbo.common.URL;
import org.junit.jupiter.api.Test;

class ExportedServiceTest {
  /** A service with a method for callers, which Dubbo does not call. */
  public interface Orders {
    static Orders none() {
      return id -> "";
    }

    String find(long id);

    default String first() {
      return find(1);
    }
  }

  @Test
  void staticMethodsOfAnInterfaceAreNotExported() {
    URL url = URL.valueOf("dubbo://127.0.0.1:20880/a.Orders");
    JsonObject json = new ExportedService(new TestInvoker(url, Orders.class)).toJson(Set.of());

    assertThat(json.getAsJsonArray("methods"))
        .extracting(method -> method.getAsJsonObject().get("name").getAsString())
        .containsExactly("find", "first");
  }

  /** Dubbo exports a service again when a registry changes its settings. */
  @Test
  void anExportTakesThePlaceOfTheSameServices() {
    ServiceExports exports = new ServiceExports();
    for (String threads : List.of("100", "200")) {
      URL url = URL.valueOf("dubbo://127.0.0.1:20880/a.Orders?threads=" + threads);
      exports.add(new ExportedService(new TestInvoker(url, Orders.class)));
    }

    assertThat(exports.toJson()).hasSize(1);
    assertThat(exports.toJson().toString()).contains("threads=200");
  }
}
