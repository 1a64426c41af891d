package io.poolbench.server.dubbo;

import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.remoting.ChannelHandler;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.transport.netty4.NettyServer;

/** Dubbo's Netty server, listening at {@link ExactAddressTransporter#BIND_ADDRESS} only. */
final class ExactAddressServer extends NettyServer {

  ExactAddressServer(URL url, ChannelHandler handler) throws RemotingException {
    super(url, handler);
  }

  /** Called by the superclass's constructor: may read the URL, but no field of this class. */
  @Override
  public InetSocketAddress getBindAddress() {
    return new InetSocketAddress(
        NetUtil.createInetAddressFromIpAddressString(
            getUrl().getParameter(ExactAddressTransporter.BIND_ADDRESS)),
        super.getBindAddress().getPort());
  }
}
