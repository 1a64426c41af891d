package io.poolbench.server.web;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** A downstream service that answers {@code ready} to as many requests as are let through. */
final class GatedService implements AutoCloseable {
  private final Semaphore gate = new Semaphore(0);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;

  GatedService() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            gate.acquireUninterruptibly();
            byte[] body = {'r', 'e', 'a', 'd', 'y'};
            exchange.getResponseHeaders().set("Content-Type", "text/plain");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  void letThrough(int requests) {
    gate.release(requests);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
