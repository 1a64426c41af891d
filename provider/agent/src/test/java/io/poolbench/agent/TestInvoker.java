package io.poolbench.agent;

/** What the agent reads of Dubbo's {@code Invoker}. */
record TestInvoker(Object url, Class<?> type) {
  public Object getUrl() {
    return url;
  }

  public Class<?> getInterface() {
    return type;
  }
}
