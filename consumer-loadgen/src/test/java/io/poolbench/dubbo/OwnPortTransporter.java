package io.poolbench.dubbo;

import org.apache.dubbo.common.URL;
import org.apache.dubbo.remoting.ChannelHandler;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.api.pu.AbstractPortUnificationServer;
import org.apache.dubbo.remoting.transport.netty4.NettyPortUnificationServer;
import org.apache.dubbo.remoting.transport.netty4.NettyPortUnificationTransporter;

/**
 * Dubbo's transport of Triple with a server that only its provider ends: the end of any framework
 * that has Triple, a consumer's too, would end the servers of all of them in the JVM.
 *
 * <p>Public with a public constructor, because Dubbo creates it.
 */
public final class OwnPortTransporter extends NettyPortUnificationTransporter {
  static final String NAME = "poolbench-own";

  private Server server;

  /** Created by Dubbo's extension loader, one for each framework. */
  public OwnPortTransporter() {}

  @Override
  public AbstractPortUnificationServer bind(URL url, ChannelHandler handler)
      throws RemotingException {
    server = new Server(url, handler);
    return server;
  }

  /** Ends the server, if there is one. */
  void end() {
    if (server != null) {
      server.doClose();
    }
  }

  private static final class Server extends NettyPortUnificationServer {
    Server(URL url, ChannelHandler handler) throws RemotingException {
      super(url, handler);
    }

    @Override
    public void close() {}
  }
}
