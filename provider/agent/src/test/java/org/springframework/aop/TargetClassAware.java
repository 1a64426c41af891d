package org.springframework.aop;

/** What the agent calls of Spring's interface of this name. */
public interface TargetClassAware {
  Class<?> getTargetClass();
}
