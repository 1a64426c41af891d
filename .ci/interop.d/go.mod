module interop

go 1.24.0

require (
	dubbo.apache.org/dubbo-go/v3 v3.3.1
	github.com/apache/dubbo-go-hessian2 v1.12.5
	google.golang.org/grpc v1.71.1
	google.golang.org/protobuf v1.36.6
)
