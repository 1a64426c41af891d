package io.poolbench.inspect;

import io.poolbench.api.EffectivePool;
import io.poolbench.inspect.ApplicationSettings.Setting;
import io.poolbench.lab.TargetReport;
import io.poolbench.lab.TargetService;
import io.poolbench.lab.TargetService.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A provider as its agent reports it: two services, one pool. */
final class SampleTarget {
  private SampleTarget() {}

  static TargetService orders(String parameters) {
    return new TargetService(
        "dubbo://10.0.0.1:20880/com.example.shop.OrderService?application=shop" + parameters,
        "com.example.shop.OrderService",
        "1.0.0",
        "",
        "dubbo",
        20880,
        "hessian2",
        false,
        List.of(
            new Method("findOrder", List.of("long"), "com.example.shop.Order"),
            new Method(
                "findOrders",
                List.of("java.lang.String"),
                "java.util.List<com.example.shop.Order>"),
            new Method(
                "findOrders",
                List.of("java.lang.String", "com.example.shop.OrderStatus"),
                "java.util.List<com.example.shop.Order>"),
            new Method(
                "findOrders",
                List.of("java.lang.String", "java.util.Date"),
                "java.util.List<com.example.shop.Order>")));
  }

  static TargetService stock() {
    return new TargetService(
        "dubbo://10.0.0.1:20880/com.example.shop.StockService?group=warehouse",
        "com.example.shop.StockService",
        "",
        "warehouse",
        "dubbo",
        20880,
        "hessian2",
        false,
        List.of(
            new Method(
                "available",
                List.of("java.util.List<java.lang.String>"),
                "java.util.Map<java.lang.String,java.lang.Integer>")));
  }

  static List<TargetService> services() {
    return List.of(orders(""), stock());
  }

  /** Of the core and the maximum, without a queue. */
  static TargetReport.Pool pool(
      String extension, int core, int max, Map<String, String> configured) {
    return new TargetReport.Pool(
        "dubbo",
        20880,
        extension,
        new EffectivePool("ThreadPoolExecutor", core, max, 60_000L, "SynchronousQueue", 0),
        configured,
        true,
        "");
  }

  static TargetReport report(List<TargetReport.Pool> pools, List<TargetService> services) {
    return new TargetReport(
        "3.3.6", "17.0.15", List.of("-Xmx1g"), pools, services, List.of(), List.of());
  }

  /** The application's settings, all in one file. */
  static ApplicationSettings settings(String... keysAndValues) {
    return new ApplicationSettings(
        Arrays.stream(keysAndValues)
            .map(setting -> setting.split("=", 2))
            .map(setting -> new Setting("application.yml", setting[0], setting[1]))
            .toList(),
        List.of());
  }
}
