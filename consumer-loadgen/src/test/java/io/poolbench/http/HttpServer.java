package io.poolbench.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * A server that answers the n-th request, from 0, with given bytes, and closes the connection after
 * those that say {@code Connection: close} or nothing. It looks for the end of a request only.
 */
final class HttpServer implements AutoCloseable {
  static final String SILENCE = "silence";

  private static final byte LF = '\n';

  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final IntFunction<String> answers;
  private final Channel channel;
  private int requests;
  private final AtomicInteger connections = new AtomicInteger();

  HttpServer(IntFunction<String> answers) {
    this(0, answers);
  }

  HttpServer(int port, IntFunction<String> answers) {
    this.answers = answers;
    channel =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, 1024)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel accepted) {
                    accepted.pipeline().addLast(new Connection());
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), port)
            .syncUninterruptibly()
            .channel();
  }

  static String response(int status, String body, String... headers) {
    StringBuilder text = new StringBuilder("HTTP/1.1 " + status + " Reason\r\n");
    for (String header : headers) {
      text.append(header).append("\r\n");
    }
    return text + "Content-Length: " + body.length() + "\r\n\r\n" + body;
  }

  InetSocketAddress address() {
    return (InetSocketAddress) channel.localAddress();
  }

  int connections() {
    return connections.get();
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private final class Connection extends ChannelInboundHandlerAdapter {
    private int lineBytes;

    @Override
    public void channelActive(ChannelHandlerContext context) {
      connections.incrementAndGet();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf in = (ByteBuf) message;
      while (in.isReadable()) {
        byte b = in.readByte();
        if (b != LF) {
          lineBytes++;
        } else if (lineBytes > 1) {
          lineBytes = 0;
        } else {
          lineBytes = 0;
          answer(context, answers.apply(requests++));
        }
      }
      in.release();
    }

    private void answer(ChannelHandlerContext context, String answer) {
      if (answer.isEmpty()) {
        ChannelFuture unused = context.close();
      } else if (!answer.equals(SILENCE)) {
        ChannelFuture written = context.writeAndFlush(Unpooled.copiedBuffer(answer, US_ASCII));
        if (answer.contains("Connection: close")) {
          ChannelFuture unused = written.addListener(ChannelFutureListener.CLOSE);
        }
      }
    }
  }
}
