package io.poolbench.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.remoting.ChannelHandler;
import org.apache.dubbo.remoting.Client;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.transport.netty4.NettyClient;
import org.apache.dubbo.remoting.transport.netty4.NettyTransporter;

/** Connects to loopback, which Dubbo's own client replaces by the address on the network. */
public final class LoopbackTransporter extends NettyTransporter {
  static final String NAME = "loopback";

  @Override
  public Client connect(URL url, ChannelHandler handler) throws RemotingException {
    return new LoopbackClient(url, handler);
  }

  private static final class LoopbackClient extends NettyClient {
    LoopbackClient(URL url, ChannelHandler handler) throws RemotingException {
      super(url, handler);
    }

    @Override
    public InetSocketAddress getConnectAddress() {
      return new InetSocketAddress(InetAddress.getLoopbackAddress(), getUrl().getPort());
    }
  }
}
