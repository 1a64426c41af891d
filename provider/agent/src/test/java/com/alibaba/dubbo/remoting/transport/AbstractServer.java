package com.alibaba.dubbo.remoting.transport;

/** By its name that of Dubbo before 2.7. */
public final class AbstractServer {
  private AbstractServer() {}
}
