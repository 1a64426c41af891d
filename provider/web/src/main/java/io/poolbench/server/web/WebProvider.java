package io.poolbench.server.web;

import com.google.gson.JsonElement;
import io.poolbench.api.Ready;
import io.poolbench.api.WebLaunchConfig;
import io.poolbench.core.AgentProtocol;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.core.ProviderRequest;
import io.poolbench.core.StartException;
import io.poolbench.server.launch.ProviderLauncher.LaunchedProvider;
import io.poolbench.server.metrics.PauseDetector;
import io.poolbench.server.metrics.ProcessMeters;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.timing.UnansweredCalls;
import io.poolbench.server.web.WebController.Work;
import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServerException;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.web.servlet.server.ServletWebServerFactory;
import org.springframework.context.ApplicationContextException;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.env.AbstractEnvironment;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

record WebProvider(
    ServletWebServerApplicationContext context,
    MeasuredExecutor workers,
    ProcessMeters meters,
    WebContainer container,
    WebContainer.Threads threads)
    implements LaunchedProvider {
  static WebProvider start(WebLaunchConfig config, Work work) throws StartException {
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
    WebContainer container = WebContainer.of(config.container());
    RequestMeter requests = new RequestMeter();
    MeasuredExecutor workers = workers(config.workers());
    WebController controller = new WebController(workers, work, config.downstream());
    ServletWebServerApplicationContext context =
        run(config, application(config, container, requests, controller));
    WebContainer.Threads threads = container.threads(context.getWebServer());
    ProcessMeters meters = meters(threads, requests);
    ThreadPoolTaskExecutor tasks = context.getBean(ThreadPoolTaskExecutor.class);
    meters.value(WebLaunchConfig.OTHER_TASKS, workers::running);
    meters.value(WebLaunchConfig.OTHER_TASKS, workers::waiting);
    meters.value(WebLaunchConfig.OTHER_TASKS, tasks::getActiveCount);
    meters.value(WebLaunchConfig.OTHER_TASKS, tasks::getQueueSize);
    return new WebProvider(context, workers, meters, container, threads);
  }

  /**
   * The pool is the container's; a running task is a thread in the application, from the first
   * filter to the last; a completed task is an answered request; the service time is the time for
   * which one dispatch of a request holds a thread.
   */
  private static ProcessMeters meters(WebContainer.Threads container, RequestMeter requests) {
    ProcessMeters meters = new ProcessMeters(PauseDetector.start());
    meters.value(ProviderMetrics.POOL_SIZE, container.count());
    meters.value(ProviderMetrics.QUEUE_SIZE, container.queued());
    meters.value(ProviderMetrics.POOL_ACTIVE, requests::held);
    meters.value(ProviderMetrics.POOL_ACTIVE_TIME, () -> requests.heldNanos() / 1e9);
    meters.value(ProviderMetrics.POOL_COMPLETED, requests::answered);
    meters.summary(ProviderMetrics.SERVICE, requests.holds());
    meters.value(ProviderMetrics.ASYNC_OPEN, requests::openAsync);
    meters.value(ProviderMetrics.ASYNC_OPEN_TIME, () -> requests.openAsyncNanos() / 1e9);
    return meters;
  }

  private static MeasuredExecutor workers(int threads) {
    ThreadFactory names = new CustomizableThreadFactory("worker-");
    return new MeasuredExecutor(
        () -> Executors.newFixedThreadPool(threads, names),
        System::nanoTime,
        new UnansweredCalls());
  }

  private static SpringApplication application(
      WebLaunchConfig config,
      WebContainer container,
      RequestMeter requests,
      WebController controller) {
    FilterRegistrationBean<RequestMeter> first = new FilterRegistrationBean<>(requests);
    first.setDispatcherTypes(
        EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR));
    first.setOrder(Ordered.HIGHEST_PRECEDENCE);
    SpringApplication application = new SpringApplication(WebApplication.class);
    application.setBannerMode(Banner.Mode.OFF);
    application.setRegisterShutdownHook(false);
    application.setEnvironment(WebApplication.environment(properties(config, container)));
    application.addInitializers(
        (ApplicationContextInitializer<GenericApplicationContext>)
            beans -> {
              beans.registerBean(ServletWebServerFactory.class, () -> container.factory());
              beans.registerBean(ServletContextInitializer.class, () -> first);
              beans.registerBean(WebController.class, () -> controller);
            });
    return application;
  }

  private static Map<String, Object> properties(WebLaunchConfig config, WebContainer container) {
    Map<String, Object> properties = new HashMap<>(container.properties(config));
    properties.put("server.address", config.bindHost());
    properties.put("server.port", config.port());
    properties.put("spring.task.execution.pool.core-size", config.taskThreads());
    properties.put("spring.task.execution.pool.max-size", config.taskThreads());
    // The client decides when a request times out.
    properties.put("spring.mvc.async.request-timeout", "-1");
    properties.put("spring.config.location", "optional:classpath:/no-configuration/");
    return properties;
  }

  private static ServletWebServerApplicationContext run(
      WebLaunchConfig config, SpringApplication application) throws StartException {
    try {
      return (ServletWebServerApplicationContext) application.run();
    } catch (ApplicationContextException e) {
      if (e.getCause() instanceof PortInUseException) {
        throw StartException.cannotListen("http", config.bindHost(), config.port(), e);
      }
      if (e.getCause() instanceof WebServerException) {
        throw new StartException(
            config.container().id() + " not started: " + StartException.rootMessage(e), e);
      }
      throw e;
    }
  }

  @Override
  public Ready ready() {
    return Ready.of(
        WebProvider.class,
        container.version() + ", spring-boot/" + SpringBootVersion.getVersion(),
        List.of(new Ready.Endpoint(context.getWebServer().getPort(), threads.effective().get())));
  }

  @Override
  public JsonElement answer(String command, String argument) {
    return switch (command) {
      case AgentProtocol.COUNTERS -> meters.values();
      case AgentProtocol.HISTOGRAMS -> meters.histograms();
      default -> throw ProviderRequest.unknown(command);
    };
  }

  @Override
  public void close() {
    workers.shutdownNow();
    context.close();
  }

  /** The application, with Spring Boot's auto-configuration as most applications have it. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class WebApplication {
    /**
     * An environment with these properties only: no shell variables, system properties or files.
     */
    static ConfigurableEnvironment environment(Map<String, Object> properties) {
      ConfigurableEnvironment environment = new AbstractEnvironment() {};
      environment.getPropertySources().addFirst(new MapPropertySource("launch", properties));
      return environment;
    }
  }
}
