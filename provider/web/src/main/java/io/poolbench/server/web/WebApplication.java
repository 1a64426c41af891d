package io.poolbench.server.web;

import java.util.Map;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.web.context.support.StandardServletEnvironment;

/** The application, with Spring Boot's auto-configuration as most applications have it. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class WebApplication {
  /** An environment with these properties only: no shell variables, system properties or files. */
  static ConfigurableEnvironment environment(Map<String, Object> properties) {
    ConfigurableEnvironment environment = new StandardServletEnvironment();
    environment
        .getPropertySources()
        .remove(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
    environment
        .getPropertySources()
        .remove(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
    environment.getPropertySources().addFirst(new MapPropertySource("launch", properties));
    return environment;
  }
}
